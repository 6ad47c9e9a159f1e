import type { StoredMessage } from '../RelayStore.ts'

/** A message in a mailbox, with the state of its delivery. */
export type Letter = {
  readonly topic: string
  readonly messageId: string
  readonly publisher: string
  readonly sequence: number
  /** Unix milliseconds. */
  readonly expiresAt: number
  /** Length of the message in UTF-8. */
  readonly bytes: number
  /** Undefined while the text is only in the database. */
  message: StoredMessage | undefined
  /** Clients that have acknowledged it while others have not. */
  acknowledgedBy: Set<string> | undefined
  /** False until the message is stored: one that can still be lost must not be delivered. */
  isReadable: boolean
  /** No client needs it any more. */
  settled: boolean
}
