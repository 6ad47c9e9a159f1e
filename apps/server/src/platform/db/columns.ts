import type { EvmAddress } from '@latchkey/protocol'
import { customType, timestamp } from 'drizzle-orm/pg-core'

/** Bytes, as `Uint8Array` with both engines. */
export const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
  fromDriver: (value) => new Uint8Array(value),
})

/** A timestamp with time zone. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** An address in 20 bytes. In TypeScript it is a text in lower case. */
export const address = customType<{ data: EvmAddress; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value.slice(2), 'hex'),
  fromDriver: (value) => `0x${value.toString('hex')}`,
})

/** Bytes of any length, in TypeScript `0x…` text in lower case: hashes, selectors. */
export const hex = customType<{ data: `0x${string}`; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value.slice(2), 'hex'),
  fromDriver: (value) => `0x${value.toString('hex')}`,
})

/** An amount in base units. Fits every uint256, and a difference of two. */
export const amount = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric(78,0)',
  toDriver: (value) => value.toString(),
  fromDriver: (value) => BigInt(value),
})
