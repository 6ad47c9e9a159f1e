CREATE TABLE "audit_log" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"device_id" uuid,
	"event" text NOT NULL,
	"data" jsonb NOT NULL,
	"previous_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"project_id" text NOT NULL,
	"session_id" uuid,
	"subject_index" "bytea" NOT NULL,
	"sealed_subject" "bytea" NOT NULL,
	"kek_id" text NOT NULL,
	"jkt" text NOT NULL,
	"host_origin" text NOT NULL,
	"device_name" text NOT NULL,
	"language" text NOT NULL,
	"code_hash" "bytea",
	"code_expires_at" timestamp with time zone,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"link_hash" "bytea",
	"number_hash" "bytea",
	"number_tries" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_counters" (
	"key" text NOT NULL,
	"window" integer NOT NULL,
	"count" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "auth_counters_key_window_pk" PRIMARY KEY("key","window")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"jkt" text NOT NULL,
	"name" text NOT NULL,
	"project_id" text NOT NULL,
	"host_origin" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"old_index" "bytea" NOT NULL,
	"old_sealed" "bytea" NOT NULL,
	"new_index" "bytea" NOT NULL,
	"new_sealed" "bytea" NOT NULL,
	"kek_id" text NOT NULL,
	"language" text NOT NULL,
	"step" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"code_expires_at" timestamp with time zone NOT NULL,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"undo_hash" "bytea",
	"undo_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"template" text NOT NULL,
	"language" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"kek_id" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"last_error" text,
	"failed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"kind" text NOT NULL,
	"subject_index" "bytea" NOT NULL,
	"sealed_subject" "bytea" NOT NULL,
	"kek_id" text NOT NULL,
	"verified_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"used_at" timestamp with time zone,
	"next_sealed" "bytea",
	"expires_at" timestamp with time zone NOT NULL,
	"family_expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"project_id" text NOT NULL,
	"host_origin" text NOT NULL,
	"jkt" text NOT NULL,
	"auth_time" timestamp with time zone NOT NULL,
	"amr" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_by" text
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_jwk" text NOT NULL,
	"sealed_private_jwk" "bytea" NOT NULL,
	"kek_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"scope" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"frozen_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "handovers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"from_device" uuid NOT NULL,
	"to_device" uuid,
	"pub" "bytea",
	"mac" "bytea",
	"enc" "bytea",
	"ct" "bytea",
	"state" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"challenge" text NOT NULL,
	"jkt" text NOT NULL,
	"project_id" text NOT NULL,
	"host_origin" text NOT NULL,
	"session_id" uuid,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"credential_id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"backup_eligible" boolean NOT NULL,
	"backed_up" boolean NOT NULL,
	"prf_enabled" boolean NOT NULL,
	"transports" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "device_shares" (
	"device_id" uuid PRIMARY KEY NOT NULL,
	"wallet_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"sealed_share" "bytea" NOT NULL,
	"kek_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"wallet_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"factor" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_shares" (
	"factor_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"enc" "bytea" NOT NULL,
	"ct" "bytea" NOT NULL,
	CONSTRAINT "recovery_shares_factor_id_device_id_pk" PRIMARY KEY("factor_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"vault" "bytea" NOT NULL,
	"vault_version" integer NOT NULL,
	"custody" text NOT NULL,
	"accounts" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"exported_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "audit_log_user" ON "audit_log" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "auth_attempts_link" ON "auth_attempts" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "auth_attempts_expiry" ON "auth_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_counters_expiry" ON "auth_counters" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_user_key" ON "devices" USING btree ("user_id","jkt");--> statement-breakpoint
CREATE INDEX "email_changes_user" ON "email_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_changes_undo" ON "email_changes" USING btree ("undo_hash");--> statement-breakpoint
CREATE INDEX "email_outbox_due" ON "email_outbox" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_subject" ON "identities" USING btree ("scope","kind","subject_index");--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_device" ON "sessions" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "handovers_user" ON "handovers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recovery_factors_wallet" ON "recovery_factors" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "recovery_shares_device" ON "recovery_shares" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_user" ON "wallets" USING btree ("user_id");