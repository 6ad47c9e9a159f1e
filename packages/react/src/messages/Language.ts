import type { MessageTable } from './createTranslate.ts'

/** A language of the kit: what its buttons say, and how to get the rest. */
export type Language = {
  /** BCP 47. */
  locale: string
  /** The texts that must be there when the page is painted. */
  buttons: MessageTable
  /** Fetches every other text; the kit asks when somebody reaches for a button. */
  load: () => Promise<MessageTable>
}
