import type { ErrorCode } from '@latchkey/protocol'
import type { MessageKey, MessageValues } from './Messages.ts'

/** Returns the text of a key with its `{placeholders}` filled in. */
export type Translate = <Key extends MessageKey>(key: Key, ...values: MessageValues<Key>) => string

/** Texts by key. A catalog can also translate error codes as `error.<code>`. */
export type MessageTable = { readonly [key: string]: string | undefined }

/** Prepares a value, which the text refers to by a name, for the text. */
export type Fill = (value: string, text: string, name: string) => string

/**
 * Makes the function that returns the texts of components.
 *
 * @param fill prepares values; by default they stay unchanged
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

/** Returns the sentence of a failure: the catalog's translation of its code if there is one, otherwise the reported message. */
export function translateError(messages: MessageTable, error: { code: ErrorCode; message: string }): string {
  return messages[`error.${error.code}`] ?? error.message
}
