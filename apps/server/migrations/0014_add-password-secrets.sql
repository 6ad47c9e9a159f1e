CREATE TABLE "password_secrets" (
	"factor_id" uuid PRIMARY KEY NOT NULL,
	"wallet_id" uuid NOT NULL,
	"sealed" "bytea" NOT NULL,
	"kek_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_tries" (
	"user_id" uuid NOT NULL,
	"element" text NOT NULL,
	"tried_at" timestamp with time zone NOT NULL,
	CONSTRAINT "password_tries_user_id_element_pk" PRIMARY KEY("user_id","element")
);
--> statement-breakpoint
CREATE INDEX "password_secrets_wallet" ON "password_secrets" USING btree ("wallet_id");