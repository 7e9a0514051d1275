ALTER TABLE "observations" ADD COLUMN "evidence_id" text;--> statement-breakpoint
CREATE INDEX "observations_evidence" ON "observations" USING btree ("evidence_id");