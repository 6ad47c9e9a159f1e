import type { ChainNamespace } from '@latchkey/protocol'

/** A receiver of earlier payments, stored only in this browser, or an address that the visitor saved in the app. */
export type Contact = {
  namespace: ChainNamespace
  /** Checksum address (EIP-55) on EVM networks. */
  address: string
  /** The saved name, else the name of the last payment. */
  name: string | undefined
  /** Unix milliseconds; 0 without a payment. */
  usedAt: number
  /** Number of confirmed payments. */
  payments: number
  /** The app stores it, see {@link ContactsFeature.setSaved}. */
  isSaved?: boolean
  /** The app offers it to every visitor; it was not saved by this one. */
  isShared?: boolean
}

/** An address that the visitor saved in the app; with `isShared`, one that the app offers to every visitor. */
export type SavedContact = { address: string; name: string; isShared?: boolean }

/**
 * The receivers of the visitor's payments. They are offered again, and used to detect look-alikes.
 *
 * @example
 * const [latest] = await latchkey.contacts.list({ namespace: 'eip155' })
 * if (latest) await latchkey.contacts.remove(latest)
 */
export type ContactsFeature = {
  /** Lists the newest first, at most 50. Addresses that are only saved come last. */
  list: (options: { namespace: ChainNamespace }) => Promise<readonly Contact[]>
  /**
   * Sets the addresses that the app stores for the visitor. Payments show their names, and typing a name finds its address. Kept in memory
   * until the next call. An empty list removes them, for example after a sign-out.
   *
   * @example latchkey.contacts.setSaved([{ address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', name: 'Cleo' }])
   */
  setSaved: (saved: readonly SavedContact[]) => void
  /** Removes a receiver of earlier payments. */
  remove: (options: { namespace: ChainNamespace; address: string }) => Promise<void>
}
