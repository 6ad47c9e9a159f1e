CREATE TABLE "social_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"purpose" text NOT NULL,
	"mode" text NOT NULL,
	"state" text NOT NULL,
	"project_id" text NOT NULL,
	"host_origin" text NOT NULL,
	"jkt" text NOT NULL,
	"device_name" text NOT NULL,
	"user_id" uuid,
	"device_id" uuid,
	"session_id" uuid,
	"language" text NOT NULL,
	"return_url" text,
	"handshake_hash" "bytea",
	"number_hash" "bytea",
	"number_tries" integer DEFAULT 0 NOT NULL,
	"is_detached" boolean DEFAULT false NOT NULL,
	"state_hash" "bytea",
	"cookie_hash" "bytea",
	"sealed_secrets" "bytea",
	"secrets_kek_id" text,
	"sealed_identity" "bytea",
	"identity_kek_id" text,
	"result_hash" "bytea",
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "social_attempts_state" ON "social_attempts" USING btree ("state_hash");--> statement-breakpoint
CREATE INDEX "social_attempts_key" ON "social_attempts" USING btree ("jkt");--> statement-breakpoint
CREATE INDEX "social_attempts_expiry" ON "social_attempts" USING btree ("expires_at");