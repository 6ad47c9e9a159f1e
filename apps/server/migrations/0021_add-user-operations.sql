CREATE TABLE "user_operations" (
	"chain" smallint NOT NULL,
	"block" integer NOT NULL,
	"tx_index" integer NOT NULL,
	"position" integer NOT NULL,
	"first_transfer" integer NOT NULL,
	"end_transfer" integer NOT NULL,
	"success" boolean NOT NULL,
	"sender" "bytea" NOT NULL,
	"receiver" "bytea" NOT NULL,
	"selector" "bytea",
	"value" numeric(78,0) NOT NULL,
	"fee" numeric(78,0) NOT NULL,
	CONSTRAINT "user_operations_chain_block_tx_index_position_pk" PRIMARY KEY("chain","block","tx_index","position")
);
--> statement-breakpoint
CREATE INDEX "user_operations_sender" ON "user_operations" USING btree ("sender","chain","block","tx_index");
--> statement-breakpoint
-- Operations are read from logs, which are not kept: a chain that has any is indexed anew, from the block with which its index began.
UPDATE "indexed_chains" SET "block" = NULL, "hash" = NULL, "settled_block" = NULL, "caught_up" = false, "seen_at" = 0
WHERE "key" IN (SELECT "chain" FROM "transactions" WHERE "receiver" = decode('4337084d9e255ff0702461cf8895ce9e3b5ff108', 'hex'));
--> statement-breakpoint
DELETE FROM "blocks" WHERE "chain" IN (SELECT "key" FROM "indexed_chains" WHERE "block" IS NULL);
--> statement-breakpoint
DELETE FROM "transactions" WHERE "chain" IN (SELECT "key" FROM "indexed_chains" WHERE "block" IS NULL);
--> statement-breakpoint
DELETE FROM "transfers" WHERE "chain" IN (SELECT "key" FROM "indexed_chains" WHERE "block" IS NULL);
--> statement-breakpoint
DELETE FROM "balances" WHERE "chain" IN (SELECT "key" FROM "indexed_chains" WHERE "block" IS NULL);
--> statement-breakpoint
DELETE FROM "pending_transactions" WHERE "chain" IN (SELECT "key" FROM "indexed_chains" WHERE "block" IS NULL);
--> statement-breakpoint
DELETE FROM "trades" WHERE "chain" IN (SELECT "key" FROM "indexed_chains" WHERE "block" IS NULL);
--> statement-breakpoint
DELETE FROM "price_points" WHERE "chain" IN (SELECT "key" FROM "indexed_chains" WHERE "block" IS NULL);
--> statement-breakpoint
DELETE FROM "prices" WHERE "chain" IN (SELECT "key" FROM "indexed_chains" WHERE "block" IS NULL);
--> statement-breakpoint
DELETE FROM "pools" WHERE "chain" IN (SELECT "key" FROM "indexed_chains" WHERE "block" IS NULL);