import { errorCatalog } from '@latchkey/protocol/errors'
import type { MessageTable } from '../src/messages/createTranslate.ts'
import { en } from '../src/messages/en.ts'

const errors = Object.entries(errorCatalog).map(([code, { message }]) => [`error.${code}`, message] as const)

/** Every text in brackets: text outside of them on a screen is not in a catalog. */
export const pseudoMessages: MessageTable = Object.fromEntries(
  [...Object.entries(en), ...errors].map(([key, text]) => [key, `⟦${text}⟧`]),
)
