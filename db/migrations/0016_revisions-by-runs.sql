CREATE TABLE "observations_aside" (
	"id" text PRIMARY KEY NOT NULL,
	"product" text NOT NULL,
	"source" text NOT NULL,
	"run" text,
	"observation" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalog_state" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog_state" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;