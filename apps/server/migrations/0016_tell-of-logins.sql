CREATE TABLE "login_notices" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"jkt" text NOT NULL,
	"project_id" text NOT NULL,
	"host_origin" text NOT NULL,
	"device_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "social_attempts" ADD COLUMN "start_hash" "bytea";--> statement-breakpoint
ALTER TABLE "social_attempts" ADD COLUMN "is_asked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "login_notices_user" ON "login_notices" USING btree ("user_id","jkt");--> statement-breakpoint
CREATE INDEX "login_notices_expiry" ON "login_notices" USING btree ("expires_at");