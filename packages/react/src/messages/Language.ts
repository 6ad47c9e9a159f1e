import type { MessageTable } from './createTranslate.ts'

/** A language of the kit: the texts of its buttons, and a function that loads the rest. */
export type Language = {
  /** BCP 47. */
  locale: string
  /** Texts of the first paint. */
  buttons: MessageTable
  /** Fetches all other texts. The kit calls it when a visitor points at a button. */
  load: () => Promise<MessageTable>
}
