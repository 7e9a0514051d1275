ALTER TABLE "product_names" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "product_names" CASCADE;--> statement-breakpoint
DROP INDEX "product_index_document";--> statement-breakpoint
DROP INDEX "products_search";--> statement-breakpoint
ALTER TABLE "product_index" DROP COLUMN "document";--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "search";