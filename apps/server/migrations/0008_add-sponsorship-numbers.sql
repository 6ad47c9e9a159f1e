ALTER TABLE "sponsorships" ADD COLUMN "nonce" numeric(78,0);--> statement-breakpoint
CREATE INDEX "sponsorships_number" ON "sponsorships" USING btree ("account","chain_id","nonce");