import type { MessageKey, MessageValues } from './Messages.ts'

/** Returns the text of a key, with its `{placeholders}` filled in. */
export type Translate = <Key extends MessageKey>(key: Key, ...values: MessageValues<Key>) => string

/** Texts by key; a catalog may also translate error codes as `error.<code>`. */
export type MessageTable = { readonly [key: string]: string | undefined }

/**
 * Creates the function that returns the texts of screens.
 *
 * @example createTranslate(cardEn)('code.sent', { email: 'mira@example.org' })
 */
export function createTranslate(messages: MessageTable): Translate {
  return (key, ...values) => {
    const text = messages[key] ?? key
    const [filling] = values as [Record<string, string | number>?]
    if (filling === undefined) return text
    return text.replace(/\{(\w+)\}/g, (_, name: string) => isolate(String(filling[name] ?? ''), text))
  }
}

/** Returns the message of a failure: the catalog's translation of its code, or else the reported message. */
export function translateError(messages: MessageTable, error: { code: string; message: string }): string {
  return messages[`error.${error.code}`] ?? error.message
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc]/
const turning = /\p{Bidi_Control}/u

/**
 * Isolates a value if the text's direction would split it, or if one of its characters would reorder the text. An address must read
 * the same in every language.
 */
function isolate(value: string, text: string): string {
  return [value, text].some((one) => rightToLeft.test(one)) || turning.test(value) ? `\u2068${value}\u2069` : value
}
