CREATE TABLE "embedded_owners" (
	"address" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- The wallets that are there already.
INSERT INTO "embedded_owners" ("address", "created_at")
SELECT decode(substr("address", 3), 'hex'), min("created_at") FROM "wallets" WHERE "address" ~ '^0x[0-9a-fA-F]{40}$' GROUP BY 1
ON CONFLICT DO NOTHING;
