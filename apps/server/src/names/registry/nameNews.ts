import type { EvmAddress } from '@latchkey/protocol'
import { type Name, nameSchema } from '@latchkey/protocol/api'

/** Bus channel for changes of names. */
export const nameChannel = 'names'

/** A name was registered, changed or passed on. */
export type NameNews = {
  /** The name after the change. */
  name: Name
  /** Its addresses, current and previous. */
  addresses: readonly EvmAddress[]
}

/**
 * Reads a message of the bus, which another process sent, possibly with another version.
 *
 * @throws Error if it cannot be read
 */
export function readNameNews(message: string): NameNews {
  const { name, addresses } = JSON.parse(message) as { name: unknown; addresses: unknown }
  if (!Array.isArray(addresses) || !addresses.every((one) => typeof one === 'string')) {
    throw new Error('A name event has no addresses')
  }
  return { name: nameSchema.parse(name), addresses: addresses as EvmAddress[] }
}
