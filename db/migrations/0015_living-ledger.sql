CREATE TABLE "checks" (
	"id" text PRIMARY KEY NOT NULL,
	"run" text NOT NULL,
	"product" text NOT NULL,
	"kind" text NOT NULL,
	"url" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"http_status" integer,
	"outcome" text NOT NULL,
	"extractor" text,
	"sha256" text,
	"shown" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "collector_states" (
	"source" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone,
	"etag" text,
	"last_modified" text,
	"sha256" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"stopped" boolean DEFAULT false NOT NULL,
	"reason" text,
	"position" jsonb
);
--> statement-breakpoint
CREATE TABLE "held_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"check" text NOT NULL,
	"product" text NOT NULL,
	"held_at" timestamp with time zone NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"why" text[] NOT NULL,
	"decision" text,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "page_schedule" (
	"product" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"leased_by" text,
	"leased_until" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"etag" text,
	"last_modified" text,
	"sha256" text
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"source" text,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text,
	"counts" jsonb NOT NULL,
	"report" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "observations" ADD COLUMN "origin" text DEFAULT 'shipped' NOT NULL;--> statement-breakpoint
ALTER TABLE "observations" ADD COLUMN "run" text;--> statement-breakpoint
ALTER TABLE "checks" ADD CONSTRAINT "checks_run_runs_id_fk" FOREIGN KEY ("run") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_changes" ADD CONSTRAINT "held_changes_check_checks_id_fk" FOREIGN KEY ("check") REFERENCES "public"."checks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checks_product" ON "checks" USING btree ("product","started_at");--> statement-breakpoint
CREATE INDEX "checks_started" ON "checks" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "checks_run" ON "checks" USING btree ("run");--> statement-breakpoint
CREATE INDEX "held_changes_product" ON "held_changes" USING btree ("product");--> statement-breakpoint
CREATE INDEX "page_schedule_due" ON "page_schedule" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "runs_started" ON "runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "observations_run" ON "observations" USING btree ("run");