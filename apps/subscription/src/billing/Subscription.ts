import type { SendPreparedCalls } from '@latchkey/protocol'

/** A reader who has granted the paper a session, with everything that was ever asked of it. */
export type Subscription = {
  /** The reader's smart account, lower case. */
  account: `0x${string}`
  /** Names the session to the server. */
  pci: string
  /** What is shown with each call. */
  context: `0x${string}`
  /** Unix seconds: the first payment is due; when the session ends. */
  startsAt: number
  endsAt: number
  /** Why no more payments are taken; null: they are. */
  ended: null | 'revoked' | 'expired'
  payments: readonly Payment[]
}

/**
 * The payment for one period. `signed`: what will be sent stands here before it is sent, so that whoever finds it after a crash sends the
 * very same again and nobody pays twice. `refused`: tried again some seconds later, as long as its period runs. `skipped`: too little of its
 * period was left, and nobody pays for it.
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
