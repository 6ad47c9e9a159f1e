import type { CardMessage } from '../CardProcessor.ts'

/** A message as it is kept. */
export type OutgoingMessage = CardMessage & {
  url: string
  body: string
  /** Unix milliseconds before which it is not sent again. */
  nextAt: number
}
