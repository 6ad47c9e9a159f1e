import type { MessageKey, MessageValues } from './Messages.ts'

/** Gives the text of a key, with its `{placeholders}` filled in. */
export type Translate = <Key extends MessageKey>(key: Key, ...values: MessageValues<Key>) => string

/** Texts by key; a catalogue may also translate error codes as `error.<code>`. */
export type MessageTable = { readonly [key: string]: string | undefined }

/**
 * Makes the function that screens ask for their texts.
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

/** The sentence of a failure: the catalogue's translation of its code where there is one, else what was reported. */
export function translateError(messages: MessageTable, error: { code: string; message: string }): string {
  return messages[`error.${error.code}`] ?? error.message
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc]/
const turning = /\p{Bidi_Control}/u

/**
 * Keeps a value in one piece where the direction of writing would take it apart or a character in it would turn what follows: an
 * address must read the same in every language.
 */
function isolate(value: string, text: string): string {
  return [value, text].some((one) => rightToLeft.test(one)) || turning.test(value) ? `\u2068${value}\u2069` : value
}
