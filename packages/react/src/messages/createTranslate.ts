import type { ErrorCode } from '@latchkey/protocol'
import type { MessageKey, MessageValues } from './Messages.ts'

/** Gives the text of a key, with its `{placeholders}` filled in. */
export type Translate = <Key extends MessageKey>(key: Key, ...values: MessageValues<Key>) => string

/** Texts by key; a catalogue may also translate error codes as `error.<code>`. */
export type MessageTable = { readonly [key: string]: string | undefined }

/** Prepares a value, which the text calls by a name, for the text that it is put into. */
export type Fill = (value: string, text: string, name: string) => string

/**
 * Makes the function that components ask for their texts.
 *
 * @param fill prepares values; they are taken as they are when left out
 * @example createTranslate(en)('connecting.waiting.title', { wallet: 'Harbor' })
 */
export function createTranslate(messages: MessageTable, fill: Fill = (value) => value): Translate {
  return (key, ...values) => {
    const text = messages[key] ?? key
    const [filling] = values as [Record<string, string | number>?]
    if (filling === undefined) return text
    return text.replace(/\{(\w+)\}/g, (_, name: string) => fill(String(filling[name] ?? ''), text, name))
  }
}

/** The sentence of a failure: the catalogue's translation of its code where there is one, else what was reported. */
export function translateError(messages: MessageTable, error: { code: ErrorCode; message: string }): string {
  return messages[`error.${error.code}`] ?? error.message
}
