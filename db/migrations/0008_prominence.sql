ALTER TABLE "categories" ADD COLUMN "aliases" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_index" ADD COLUMN "sources" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_index" ADD COLUMN "priced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "product_index" ADD COLUMN "prominence" numeric DEFAULT '0' NOT NULL;