CREATE TABLE "price_watches" (
	"id" text PRIMARY KEY NOT NULL,
	"product" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "price_watches_once" ON "price_watches" USING btree ("email","product");--> statement-breakpoint
CREATE INDEX "price_watches_product" ON "price_watches" USING btree ("product");