CREATE TABLE "relay_keepers" (
	"id" integer PRIMARY KEY NOT NULL,
	"epoch" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "relay_messages" (
	"topic" text NOT NULL,
	"message_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"publisher" text NOT NULL,
	"bytes" integer NOT NULL,
	"expires_at" bigint NOT NULL,
	"body" text,
	"acknowledged_by" text[],
	CONSTRAINT "relay_messages_topic_message_id_pk" PRIMARY KEY("topic","message_id")
);
--> statement-breakpoint
CREATE TABLE "relay_subscriptions" (
	"topic" text NOT NULL,
	"client_id" text NOT NULL,
	"ends_at" bigint NOT NULL,
	CONSTRAINT "relay_subscriptions_topic_client_id_pk" PRIMARY KEY("topic","client_id")
);
--> statement-breakpoint
CREATE INDEX "relay_messages_expires_at" ON "relay_messages" USING btree ("expires_at");