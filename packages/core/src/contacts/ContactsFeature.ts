import type { ChainNamespace } from '@latchkey/protocol'

/** Somebody whom the visitor has paid before, kept in this browser alone; or whom they saved with the app. */
export type Contact = {
  namespace: ChainNamespace
  /** EIP-55 on EVM chains. */
  address: string
  /** The name under which they are saved, else that by which they were last paid. */
  name: string | undefined
  /** Unix milliseconds; 0 where they were never paid. */
  usedAt: number
  /** Payments that came into a block. */
  payments: number
  /** The app keeps it, see {@link ContactsFeature.setSaved}. */
  isSaved?: boolean
  /** The app offers it to every visitor: none of them saved it. */
  isShared?: boolean
}

/** An address that the visitor saved with the app; with `isShared` one that the app offers to every visitor. */
export type SavedContact = { address: string; name: string; isShared?: boolean }

/**
 * Whom the visitor has paid: offered again, and held against what looks like them.
 *
 * @example
 * const [latest] = await latchkey.contacts.list({ namespace: 'eip155' })
 * if (latest) await latchkey.contacts.remove(latest)
 */
export type ContactsFeature = {
  /** Newest first, 50 at most; those that are only saved come last. */
  list: (options: { namespace: ChainNamespace }) => Promise<readonly Contact[]>
  /**
   * Brings the addresses that the app keeps for the visitor, with their names: their names stand in payments, and typing a name finds
   * its address. Kept in memory until the next call; an empty list forgets them, for example when the visitor signs out.
   *
   * @example latchkey.contacts.setSaved([{ address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', name: 'Cleo' }])
   */
  setSaved: (saved: readonly SavedContact[]) => void
  /** Forgets one that was paid. */
  remove: (options: { namespace: ChainNamespace; address: string }) => Promise<void>
}
