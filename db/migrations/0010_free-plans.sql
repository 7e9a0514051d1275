ALTER TABLE "product_index" ADD COLUMN "free_plan" boolean;--> statement-breakpoint
ALTER TABLE "product_index" ADD COLUMN "self_hosted" boolean DEFAULT false NOT NULL;