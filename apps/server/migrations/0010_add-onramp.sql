CREATE TABLE "onramp_events" (
	"provider" text NOT NULL,
	"id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "onramp_events_provider_id_pk" PRIMARY KEY("provider","id")
);
--> statement-breakpoint
CREATE TABLE "onramp_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"provider" text NOT NULL,
	"quote_id" text NOT NULL,
	"state" text NOT NULL,
	"payment" text NOT NULL,
	"reason" text,
	"refund" text DEFAULT 'none' NOT NULL,
	"payment_method" text NOT NULL,
	"chain_id" text NOT NULL,
	"asset" jsonb NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"amounts" jsonb NOT NULL,
	"usd_cents" bigint NOT NULL,
	"address" text NOT NULL,
	"address_key" text NOT NULL,
	"partner_user_id" text,
	"return_url" text,
	"reference" text,
	"url" text,
	"is_rehearsal" boolean DEFAULT false NOT NULL,
	"hash" text,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"look_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "onramp_quotes" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"provider" text NOT NULL,
	"reference" text,
	"payment_method" text NOT NULL,
	"chain_id" text NOT NULL,
	"asset" jsonb NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"amounts" jsonb NOT NULL,
	"usd_cents" bigint NOT NULL,
	"valid_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "treasury_leases" (
	"chain_id" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "treasury_payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"chain_id" text NOT NULL,
	"account" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"receiver" text NOT NULL,
	"is_rehearsal" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"hash" text,
	"block_number" bigint,
	"block_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"give_up_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "treasury_transactions" (
	"chain_id" text NOT NULL,
	"hash" text NOT NULL,
	"payout_id" text,
	"account" text NOT NULL,
	"nonce" bigint,
	"last_valid_height" bigint,
	"raw" text NOT NULL,
	"max_fee_per_gas" numeric(78,0),
	"max_priority_fee_per_gas" numeric(78,0),
	"gas_limit" bigint,
	"state" text NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "treasury_transactions_chain_id_hash_pk" PRIMARY KEY("chain_id","hash")
);
--> statement-breakpoint
ALTER TABLE "treasury_transactions" ADD CONSTRAINT "treasury_transactions_payout_id_treasury_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."treasury_payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "onramp_events_time" ON "onramp_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "onramp_orders_quote" ON "onramp_orders" USING btree ("quote_id","address_key");--> statement-breakpoint
CREATE INDEX "onramp_orders_address" ON "onramp_orders" USING btree ("address_key","created_at");--> statement-breakpoint
CREATE INDEX "onramp_orders_partner" ON "onramp_orders" USING btree ("project_id","partner_user_id","created_at");--> statement-breakpoint
CREATE INDEX "onramp_orders_reference" ON "onramp_orders" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "onramp_orders_hash" ON "onramp_orders" USING btree ("hash") WHERE hash is not null;--> statement-breakpoint
CREATE INDEX "onramp_orders_look" ON "onramp_orders" USING btree ("look_at") WHERE look_at is not null;--> statement-breakpoint
CREATE INDEX "onramp_quotes_validity" ON "onramp_quotes" USING btree ("valid_until");--> statement-breakpoint
CREATE INDEX "treasury_payouts_open" ON "treasury_payouts" USING btree ("chain_id","created_at") WHERE state in ('waiting', 'sending', 'mined');--> statement-breakpoint
CREATE INDEX "treasury_transactions_payout" ON "treasury_transactions" USING btree ("payout_id");--> statement-breakpoint
CREATE INDEX "treasury_transactions_number" ON "treasury_transactions" USING btree ("chain_id","account","nonce");--> statement-breakpoint
CREATE UNIQUE INDEX "treasury_transactions_live_payout" ON "treasury_transactions" USING btree ("payout_id") WHERE state = 'live' and nonce is null;