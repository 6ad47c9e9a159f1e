import type { StoredMessage } from '../RelayStore.ts'
import type { Letter } from './Letter.ts'

/** Called for changes, so that they can be stored. */
export type MailboxJournal = {
  /** Called for a new letter, a further acknowledgment, or a settled letter. A new letter is not readable until the journal marks it. */
  letter: (letter: Letter) => void
  /** Called when a waiting letter expires. */
  expired: (letter: Letter) => void
  /** Called when a subscription is created, renewed or ended (`endsAt` undefined). `before` is its previous end. */
  subscription: (change: {
    topic: string
    clientId: string
    endsAt: number | undefined
    before: number | undefined
  }) => void
}

/** All mailboxes in the memory of one process. Every call is synchronous. */
export type Mailboxes = {
  /** `letter` is set if it was stored and can be delivered. */
  publish: (message: Omit<StoredMessage, 'sequence'>) => {
    outcome: 'stored' | 'duplicate' | 'full'
    letter?: Letter
  }
  subscribe: (options: { clientId: string; topics: readonly string[] }) => boolean
  unsubscribe: (options: { clientId: string; topics: readonly string[] }) => void
  read: (options: { clientId: string; topics: readonly string[]; limit?: number | undefined }) => Letter[]
  acknowledge: (options: { clientId: string; receipts: readonly { topic: string; messageId: string }[] }) => void
  /** Returns the number of waiting messages. Those that expire in this second may be included. */
  size: () => number
  /** Returns the counts of all held entries, for tests of the limits. */
  count: () => { topics: number; clients: number; seen: number; letters: number }
  /** Restores the stored state: subscriptions first, letters by rising `sequence`, then `complete`. */
  restore: {
    /** Sets the last assigned sequence. */
    sequence: (sequence: number) => void
    subscription: (options: { topic: string; clientId: string; endsAt: number }) => void
    /** A settled letter only prevents its repetition. */
    letter: (letter: Letter) => void
    complete: () => void
  }
  clear: () => void
}
