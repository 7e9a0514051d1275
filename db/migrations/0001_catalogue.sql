CREATE TABLE "catalog_state" (
	"id" integer PRIMARY KEY NOT NULL,
	"content_hash" text NOT NULL,
	"loaded_at" timestamp with time zone NOT NULL,
	"counts" jsonb NOT NULL,
	CONSTRAINT "catalog_state_singleton" CHECK ("catalog_state"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"slug" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"grp" text NOT NULL,
	"description" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "observations" (
	"id" text PRIMARY KEY NOT NULL,
	"product" text NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"trust" text NOT NULL,
	"observed_at" date NOT NULL,
	"effective_from" date,
	"payload" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_names" (
	"name_key" text NOT NULL,
	"slug" text NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "product_names_name_key_slug_pk" PRIMARY KEY("name_key","slug")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"slug" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"vendor_name" text NOT NULL,
	"vendor_website" text,
	"category" text NOT NULL,
	"domain" text,
	"pricing_page" text,
	"kind" text NOT NULL,
	"aliases" text[] NOT NULL,
	"search" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"slug" text PRIMARY KEY NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_product_products_slug_fk" FOREIGN KEY ("product") REFERENCES "public"."products"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_source_sources_slug_fk" FOREIGN KEY ("source") REFERENCES "public"."sources"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_names" ADD CONSTRAINT "product_names_slug_products_slug_fk" FOREIGN KEY ("slug") REFERENCES "public"."products"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_categories_slug_fk" FOREIGN KEY ("category") REFERENCES "public"."categories"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "observations_product" ON "observations" USING btree ("product","observed_at");--> statement-breakpoint
CREATE INDEX "observations_source" ON "observations" USING btree ("source");--> statement-breakpoint
CREATE INDEX "product_names_nearest" ON "product_names" USING gist ("name_key" gist_trgm_ops);--> statement-breakpoint
CREATE INDEX "product_names_slug" ON "product_names" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "products_category" ON "products" USING btree ("category","slug");--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search" gin_trgm_ops);