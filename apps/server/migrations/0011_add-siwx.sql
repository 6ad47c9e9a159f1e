CREATE TABLE "saved_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"owner" text NOT NULL,
	"address" text NOT NULL,
	"address_key" text NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visitor_settings" (
	"project_id" text NOT NULL,
	"owner" text NOT NULL,
	"settings" jsonb NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "visitor_settings_project_id_owner_pk" PRIMARY KEY("project_id","owner")
);
--> statement-breakpoint
CREATE TABLE "siwx_accounts" (
	"session_id" uuid NOT NULL,
	"account" text NOT NULL,
	"chain_id" text NOT NULL,
	"owner" text NOT NULL,
	"proof" text NOT NULL,
	"message" text NOT NULL,
	"signature" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "siwx_accounts_session_id_account_pk" PRIMARY KEY("session_id","account")
);
--> statement-breakpoint
CREATE TABLE "siwx_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"origin" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"previous_hash" "bytea",
	"rotated_at" timestamp with time zone NOT NULL,
	"token_seen_at" timestamp with time zone,
	"user_agent" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"is_ended" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "siwx_used_nonces" (
	"hash" "bytea" NOT NULL,
	"chain_id" text NOT NULL,
	"address" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "siwx_used_nonces_hash_chain_id_pk" PRIMARY KEY("hash","chain_id")
);
--> statement-breakpoint
ALTER TABLE "signing_keys" ADD COLUMN "purpose" text DEFAULT 'wallet' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_addresses_address" ON "saved_addresses" USING btree ("project_id","owner","address_key");--> statement-breakpoint
CREATE INDEX "saved_addresses_owner" ON "saved_addresses" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "siwx_accounts_owner" ON "siwx_accounts" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "siwx_accounts_expiry" ON "siwx_accounts" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "siwx_sessions_token" ON "siwx_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "siwx_sessions_previous" ON "siwx_sessions" USING btree ("previous_hash") WHERE previous_hash is not null;--> statement-breakpoint
CREATE INDEX "siwx_sessions_expiry" ON "siwx_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "siwx_used_nonces_expiry" ON "siwx_used_nonces" USING btree ("expires_at");