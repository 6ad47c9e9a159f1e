import type { Asker, Card, CardActions } from '../cards/Card.ts'
import type { Readable } from '../state/Store.ts'

/** The look that the host asked for; `accent` is `#rrggbb` and was checked for contrast. */
export type FrameTheme = { mode: 'light' | 'dark'; accent: string | null }

/** What the screens of the frame are given. */
export type Frame = {
  /** What to show; null: nothing. */
  card: Readable<Card | null>
  actions: CardActions
  /** The page that holds the frame: every card shows its verified origin. Null before the handshake, when no card shows. */
  asker: Readable<Asker | null>
  theme: Readable<FrameTheme>
  /** BCP 47. */
  language: Readable<string>
  /** Tells the host how many CSS pixels the card needs. */
  resize: (height: number) => void
  /** A person did something on the card: the wallet does not lock meanwhile. */
  touch: () => void
  stop: () => void
}
