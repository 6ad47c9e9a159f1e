import { customType, timestamp } from 'drizzle-orm/pg-core'

/** Bytes, as `Uint8Array` on both engines. */
export const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
  fromDriver: (value) => new Uint8Array(value),
})

/** A moment, with time zone. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
