CREATE INDEX "checkouts_customer" ON "checkouts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "checkouts_claim" ON "checkouts" USING btree ("claim_hash");--> statement-breakpoint
CREATE INDEX "checkouts_user" ON "checkouts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "stripe_events_unapplied" ON "stripe_events" USING btree ("received_at") WHERE applied_at is null;--> statement-breakpoint
CREATE INDEX "observations_retraction" ON "observations" USING btree ("product") WHERE kind = 'retraction';--> statement-breakpoint
CREATE INDEX "products_vendor" ON "products" USING btree ("vendor_name");--> statement-breakpoint
CREATE INDEX "held_changes_check" ON "held_changes" USING btree ("check");--> statement-breakpoint
CREATE INDEX "page_schedule_url" ON "page_schedule" USING btree ("url");--> statement-breakpoint
CREATE INDEX "page_schedule_host" ON "page_schedule" USING btree ("host","product");