CREATE TABLE "name_addresses" (
	"name" text NOT NULL,
	"coin_type" bigint NOT NULL,
	"address" "bytea" NOT NULL,
	"proof" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "name_addresses_name_coin_type_pk" PRIMARY KEY("name","coin_type")
);
--> statement-breakpoint
CREATE TABLE "name_messages" (
	"signer" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "name_messages_signer_hash_pk" PRIMARY KEY("signer","hash")
);
--> statement-breakpoint
CREATE TABLE "names" (
	"name" text PRIMARY KEY NOT NULL,
	"zone" text NOT NULL,
	"skeleton" text NOT NULL,
	"project_id" text NOT NULL,
	"owner" "bytea" NOT NULL,
	"owner_coin_type" bigint NOT NULL,
	"owner_proof" text NOT NULL,
	"attributes" jsonb NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "names_skeleton" UNIQUE("skeleton")
);
--> statement-breakpoint
ALTER TABLE "name_addresses" ADD CONSTRAINT "name_addresses_name_names_name_fk" FOREIGN KEY ("name") REFERENCES "public"."names"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "name_addresses_address" ON "name_addresses" USING btree ("address");--> statement-breakpoint
CREATE INDEX "name_messages_expiry" ON "name_messages" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "names_owner" ON "names" USING btree ("owner","project_id");