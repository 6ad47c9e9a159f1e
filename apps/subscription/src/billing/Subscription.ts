import type { SendPreparedCalls } from '@latchkey/protocol'

/** A reader's permission for the newspaper, with all its payments. */
export type Subscription = {
  /** The reader's smart account, lower case. */
  account: `0x${string}`
  /** ID of the permission on the server. */
  pci: string
  /** Context that the newspaper sends with each call. */
  context: `0x${string}`
  /** Unix seconds: when the first payment is due, and when the permission expires. */
  startsAt: number
  endsAt: number
  /** Why no more payments are made; null while the subscription is active. */
  ended: null | 'revoked' | 'expired'
  payments: readonly Payment[]
}

/**
 * The payment for one period. `signed`: the signed bytes are stored before they are sent, so that after a crash the same bytes are sent
 * again and the reader does not pay twice. `refused`: retried a few seconds later, until its period ends. `skipped`: too little of its
 * period was left, so it is free.
 */
export type Payment = {
  /** Counts from 0. */
  period: number
  /** Unix seconds. */
  dueAt: number
} & (
  | { status: 'signed'; id: `0x${string}`; calls: SendPreparedCalls }
  | { status: 'sent'; id: `0x${string}` }
  | { status: 'paid'; id: `0x${string}`; transactionHash: `0x${string}` }
  | { status: 'refused'; reason: string /** Unix seconds. */; refusedAt: number }
  | { status: 'skipped' }
)
