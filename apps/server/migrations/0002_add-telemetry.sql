CREATE TABLE "telemetry_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"project" text NOT NULL,
	"day" date NOT NULL,
	"visit" text NOT NULL,
	"device" text NOT NULL,
	"event" text NOT NULL,
	"view" text,
	"wallet" text,
	"way" text,
	"namespace" text,
	"chain_id" text,
	"code" text,
	"connected" boolean
);
--> statement-breakpoint
CREATE INDEX "telemetry_events_day" ON "telemetry_events" USING btree ("project","day");