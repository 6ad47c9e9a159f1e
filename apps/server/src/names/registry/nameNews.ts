import type { EvmAddress } from '@latchkey/protocol'
import { type Name, nameSchema } from '@latchkey/protocol/api'

/** The bus channel on which the registry tells what became of a name. */
export const nameChannel = 'names'

/** A name was registered, changed or passed on. */
export type NameNews = {
  /** As it is from now on. */
  name: Name
  /** Whom it stands for, or stood for before. */
  addresses: readonly EvmAddress[]
}

/**
 * Reads what arrives on the bus, which comes from another process, perhaps of another version.
 *
 * @throws Error where it cannot be read
 */
export function readNameNews(message: string): NameNews {
  const { name, addresses } = JSON.parse(message) as { name: unknown; addresses: unknown }
  if (!Array.isArray(addresses) || !addresses.every((one) => typeof one === 'string')) {
    throw new Error('News of a name without its addresses')
  }
  return { name: nameSchema.parse(name), addresses: addresses as EvmAddress[] }
}
