CREATE TABLE "bundler_bundles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chain_id" text NOT NULL,
	"executor" "bytea" NOT NULL,
	"nonce" bigint NOT NULL,
	"state" text NOT NULL,
	"mined_hash" "bytea",
	"block_number" bigint,
	"block_hash" "bytea",
	"is_final" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "bundler_leases" (
	"chain_id" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bundler_operations" (
	"chain_id" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"sequence" bigserial NOT NULL,
	"sender" "bytea" NOT NULL,
	"nonce" numeric(78,0) NOT NULL,
	"operation" jsonb NOT NULL,
	"project_id" text,
	"factory" "bytea",
	"paymaster" "bytea",
	"max_fee_per_gas" numeric(78,0) NOT NULL,
	"max_priority_fee_per_gas" numeric(78,0) NOT NULL,
	"valid_until" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"bundle_id" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"transaction_hash" "bytea",
	"actual_gas_cost" numeric(78,0),
	"received_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"announced_at" timestamp with time zone,
	CONSTRAINT "bundler_operations_chain_id_hash_pk" PRIMARY KEY("chain_id","hash")
);
--> statement-breakpoint
CREATE TABLE "bundler_reputations" (
	"chain_id" text NOT NULL,
	"address" "bytea" NOT NULL,
	"seen" double precision NOT NULL,
	"included" double precision NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bundler_reputations_chain_id_address_pk" PRIMARY KEY("chain_id","address")
);
--> statement-breakpoint
CREATE TABLE "bundler_transactions" (
	"chain_id" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"bundle_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"raw" "bytea" NOT NULL,
	"max_fee_per_gas" numeric(78,0) NOT NULL,
	"max_priority_fee_per_gas" numeric(78,0) NOT NULL,
	"gas_limit" bigint NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "bundler_transactions_chain_id_hash_pk" PRIMARY KEY("chain_id","hash")
);
--> statement-breakpoint
ALTER TABLE "bundler_transactions" ADD CONSTRAINT "bundler_transactions_bundle_id_bundler_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundler_bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bundler_bundles_live" ON "bundler_bundles" USING btree ("chain_id","executor","nonce") WHERE state in ('signed', 'sent');--> statement-breakpoint
CREATE INDEX "bundler_bundles_watched" ON "bundler_bundles" USING btree ("chain_id","nonce") WHERE not is_final;--> statement-breakpoint
CREATE UNIQUE INDEX "bundler_operations_live" ON "bundler_operations" USING btree ("chain_id","sender","nonce") WHERE state in ('received', 'bundled');--> statement-breakpoint
CREATE INDEX "bundler_operations_waiting" ON "bundler_operations" USING btree ("chain_id","sequence") WHERE state = 'received';--> statement-breakpoint
CREATE INDEX "bundler_operations_bundle" ON "bundler_operations" USING btree ("bundle_id");--> statement-breakpoint
CREATE INDEX "bundler_operations_unannounced" ON "bundler_operations" USING btree ("chain_id") WHERE announced_at is null and state in ('included', 'failed', 'dropped');--> statement-breakpoint
CREATE INDEX "bundler_transactions_bundle" ON "bundler_transactions" USING btree ("bundle_id");