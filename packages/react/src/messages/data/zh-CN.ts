import type { MessageTable } from '../createTranslate.ts'

/** The texts in this language; `error.<code>` are sentences of failures. */
export const messages: MessageTable = {}
