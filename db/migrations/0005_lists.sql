ALTER TABLE "product_index" ADD COLUMN "highest_price" numeric;--> statement-breakpoint
ALTER TABLE "product_index" ADD COLUMN "sso_charged" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "product_index" ADD COLUMN "sso_percent" numeric;--> statement-breakpoint
ALTER TABLE "product_index" ADD COLUMN "disputed" boolean DEFAULT false NOT NULL;