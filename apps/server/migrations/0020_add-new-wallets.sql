CREATE TABLE "login_moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identity_id" uuid NOT NULL,
	"from_user_id" uuid NOT NULL,
	"to_user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"app" text NOT NULL,
	"language" text NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	"undo_hash" "bytea",
	"undo_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "new_wallet_asks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"identity_id" uuid NOT NULL,
	"code_hash" "bytea",
	"code_tries" integer DEFAULT 0 NOT NULL,
	"new_user_id" uuid,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "login_moves_identity" ON "login_moves" USING btree ("identity_id");--> statement-breakpoint
CREATE INDEX "login_moves_from" ON "login_moves" USING btree ("from_user_id");--> statement-breakpoint
CREATE INDEX "login_moves_to" ON "login_moves" USING btree ("to_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "login_moves_undo" ON "login_moves" USING btree ("undo_hash");--> statement-breakpoint
CREATE INDEX "new_wallet_asks_identity" ON "new_wallet_asks" USING btree ("identity_id");--> statement-breakpoint
CREATE INDEX "new_wallet_asks_expiry" ON "new_wallet_asks" USING btree ("expires_at");