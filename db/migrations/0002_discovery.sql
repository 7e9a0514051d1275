CREATE TABLE "price_changes" (
	"product" text NOT NULL,
	"id" text NOT NULL,
	"valid_from" date DEFAULT '0001-01-01' NOT NULL,
	"valid_until" date,
	"class" text NOT NULL,
	"day" date NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "price_changes_product_id_valid_from_pk" PRIMARY KEY("product","id","valid_from")
);
--> statement-breakpoint
CREATE TABLE "product_index" (
	"slug" text NOT NULL,
	"valid_from" date DEFAULT '0001-01-01' NOT NULL,
	"valid_until" date,
	"starting_price" numeric,
	"currency" text,
	"price_status" text NOT NULL,
	"pricing_model" text,
	"free_tier" boolean,
	"has_hidden_costs" boolean NOT NULL,
	"confidence" numeric NOT NULL,
	"observed_at" date NOT NULL,
	"document" "tsvector" NOT NULL,
	CONSTRAINT "product_index_slug_valid_from_pk" PRIMARY KEY("slug","valid_from")
);
--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_product_products_slug_fk" FOREIGN KEY ("product") REFERENCES "public"."products"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_index" ADD CONSTRAINT "product_index_slug_products_slug_fk" FOREIGN KEY ("slug") REFERENCES "public"."products"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_changes_newest" ON "price_changes" USING btree ("class","day","product","id");--> statement-breakpoint
CREATE INDEX "product_index_document" ON "product_index" USING gin ("document");--> statement-breakpoint
CREATE INDEX "product_index_price" ON "product_index" USING btree ("currency","starting_price");