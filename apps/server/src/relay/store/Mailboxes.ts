import type { StoredMessage } from '../RelayStore.ts'
import type { Letter } from './Letter.ts'

/** Told about changes, so that they can be written down. */
export type MailboxJournal = {
  /** A letter came, was acknowledged by one more, or was settled; a new one is not readable until whoever writes it down says so. */
  letter: (letter: Letter) => void
  /** A waiting letter's time is over. */
  expired: (letter: Letter) => void
  /** A subscription was made or renewed, or has ended (`endsAt` undefined); `before` is when it would have ended. */
  subscription: (change: {
    topic: string
    clientId: string
    endsAt: number | undefined
    before: number | undefined
  }) => void
}

/** All mailboxes in the memory of one process. Every call is complete when it returns. */
export type Mailboxes = {
  /** `letter` is there when it was stored and can be delivered. */
  publish: (message: Omit<StoredMessage, 'sequence'>) => {
    outcome: 'stored' | 'duplicate' | 'full'
    letter?: Letter
  }
  subscribe: (options: { clientId: string; topics: readonly string[] }) => boolean
  unsubscribe: (options: { clientId: string; topics: readonly string[] }) => void
  read: (options: { clientId: string; topics: readonly string[]; limit?: number | undefined }) => Letter[]
  acknowledge: (options: { clientId: string; receipts: readonly { topic: string; messageId: string }[] }) => void
  /** Messages that wait; those whose last second has begun may be among them. */
  size: () => number
  /** What is held in all, for tests of its bounds. */
  count: () => { topics: number; clients: number; seen: number; letters: number }
  /** Puts back what was written down: subscriptions first, letters by rising `sequence`, then `complete`. */
  restore: {
    /** The last one that was given. */
    sequence: (sequence: number) => void
    subscription: (options: { topic: string; clientId: string; endsAt: number }) => void
    /** A letter that is settled only keeps its repetition out. */
    letter: (letter: Letter) => void
    complete: () => void
  }
  clear: () => void
}
