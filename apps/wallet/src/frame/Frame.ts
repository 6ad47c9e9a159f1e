import type { Asker, Card, CardActions } from '../cards/Card.ts'
import type { Readable } from '../state/Store.ts'

/** Theme requested by the host; `accent` is `#rrggbb`, checked for contrast. */
export type FrameTheme = { mode: 'light' | 'dark'; accent: string | null }

/** State and functions for the frame's screens. */
export type Frame = {
  /** The card to show; null: nothing. */
  card: Readable<Card | null>
  actions: CardActions
  /** The page that holds the frame: every card shows its verified origin. Null before the handshake, when no card shows. */
  asker: Readable<Asker | null>
  theme: Readable<FrameTheme>
  /** BCP 47. */
  language: Readable<string>
  /** Sends the host the height in CSS pixels that the card needs. */
  resize: (height: number) => void
  /** The visitor used the card: restarts the time until the wallet locks. */
  touch: () => void
  stop: () => void
}
