import type { ChainNamespace } from '@latchkey/protocol'

/** Somebody whom the visitor has paid before, kept in this browser alone. */
export type Contact = {
  namespace: ChainNamespace
  /** EIP-55 on EVM chains. */
  address: string
  /** The name by which they were last paid. */
  name: string | undefined
  /** Unix milliseconds. */
  usedAt: number
  /** Payments that came into a block. */
  payments: number
}

/**
 * Whom the visitor has paid: offered again, and held against what looks like them.
 *
 * @example
 * const [latest] = await latchkey.contacts.list({ namespace: 'eip155' })
 * if (latest) await latchkey.contacts.remove(latest)
 */
export type ContactsFeature = {
  /** Newest first, 50 at most. */
  list: (options: { namespace: ChainNamespace }) => Promise<readonly Contact[]>
  /** Forgets one. */
  remove: (options: { namespace: ChainNamespace; address: string }) => Promise<void>
}
