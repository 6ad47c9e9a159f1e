ALTER TABLE "email_changes" ALTER COLUMN "old_index" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "email_changes" ALTER COLUMN "old_sealed" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "issuer" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "identity_id" uuid;--> statement-breakpoint
UPDATE "sessions" SET "identity_id" = "identities"."id" FROM "identities" WHERE "identities"."user_id" = "sessions"."user_id" AND "sessions"."amr" ~ '^(otp|link)';
