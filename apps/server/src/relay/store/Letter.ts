import type { StoredMessage } from '../RelayStore.ts'

/** A message that waits in a mailbox, with what the store knows about it. */
export type Letter = {
  readonly topic: string
  readonly messageId: string
  readonly publisher: string
  readonly sequence: number
  /** Unix milliseconds. */
  readonly expiresAt: number
  /** Length of the message in UTF-8. */
  readonly bytes: number
  /** What is delivered; undefined while it lies in the database alone. */
  message: StoredMessage | undefined
  /** Who has it already, while others are still to get it. */
  acknowledgedBy: Set<string> | undefined
  /** False until it is written down: nobody is to hear of a message that may still be lost. */
  isReadable: boolean
  /** Nobody is to get it any more. */
  settled: boolean
}
