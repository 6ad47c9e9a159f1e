CREATE TABLE "sealing_roots" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed_root" "bytea" NOT NULL,
	"kek_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
