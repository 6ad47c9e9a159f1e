CREATE TABLE "archived_device_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"archive_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"sealed_share" "bytea" NOT NULL,
	"kek_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "archived_password_secrets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"archive_id" uuid NOT NULL,
	"factor_id" uuid NOT NULL,
	"wallet_id" uuid NOT NULL,
	"sealed" "bytea" NOT NULL,
	"kek_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "archived_recovery_shares" (
	"archive_id" uuid NOT NULL,
	"factor_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"enc" "bytea" NOT NULL,
	"ct" "bytea" NOT NULL,
	CONSTRAINT "archived_recovery_shares_archive_id_factor_id_device_id_pk" PRIMARY KEY("archive_id","factor_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "wallet_archives" (
	"id" uuid PRIMARY KEY NOT NULL,
	"wallet_id" uuid NOT NULL,
	"vault" "bytea" NOT NULL,
	"version" integer NOT NULL,
	"accounts" jsonb NOT NULL,
	"factors" jsonb NOT NULL,
	"return" jsonb,
	"undo_hash" "bytea",
	"app" text NOT NULL,
	"language" text NOT NULL,
	"replaced_at" timestamp with time zone NOT NULL,
	"undo_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "returned" jsonb;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "control_key" "bytea";--> statement-breakpoint
CREATE UNIQUE INDEX "archived_device_shares_archive" ON "archived_device_shares" USING btree ("archive_id","device_id");--> statement-breakpoint
CREATE INDEX "archived_device_shares_device" ON "archived_device_shares" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "archived_password_secrets_archive" ON "archived_password_secrets" USING btree ("archive_id","factor_id");--> statement-breakpoint
CREATE INDEX "wallet_archives_wallet" ON "wallet_archives" USING btree ("wallet_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_archives_undo" ON "wallet_archives" USING btree ("undo_hash");--> statement-breakpoint
CREATE INDEX "wallet_archives_until" ON "wallet_archives" USING btree ("undo_until");