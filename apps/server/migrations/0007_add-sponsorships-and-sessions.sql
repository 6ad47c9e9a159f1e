CREATE TABLE "sponsorship_budgets" (
	"chain_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"holder" text NOT NULL,
	"day" text NOT NULL,
	"used" numeric(78,0) NOT NULL,
	"operations" integer NOT NULL,
	CONSTRAINT "sponsorship_budgets_chain_id_kind_holder_day_pk" PRIMARY KEY("chain_id","kind","holder","day")
);
--> statement-breakpoint
CREATE TABLE "sponsorships" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"chain_id" bigint NOT NULL,
	"project_id" text NOT NULL,
	"account" "bytea" NOT NULL,
	"day" text NOT NULL,
	"state" text NOT NULL,
	"reserved" numeric(78,0) NOT NULL,
	"cost" numeric(78,0),
	"valid_until" timestamp with time zone NOT NULL,
	"from_block" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "smart_sessions" (
	"pci" uuid PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"chain_id" bigint NOT NULL,
	"account" "bytea" NOT NULL,
	"expiry" bigint NOT NULL,
	"signer" jsonb NOT NULL,
	"permissions" jsonb NOT NULL,
	"message_hash" "bytea" NOT NULL,
	"co_signer" "bytea" NOT NULL,
	"sealed_key" "bytea",
	"key_kek_id" text,
	"context" "bytea",
	"session_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"activated_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "smart_sessions_message_hash_unique" UNIQUE("message_hash")
);
--> statement-breakpoint
CREATE INDEX "sponsorships_open" ON "sponsorships" USING btree ("chain_id","state","valid_until");--> statement-breakpoint
CREATE INDEX "smart_sessions_account" ON "smart_sessions" USING btree ("account","chain_id");--> statement-breakpoint
CREATE INDEX "smart_sessions_project" ON "smart_sessions" USING btree ("project_id","created_at");