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
    return filling === undefined ? text : text.replace(/\{(\w+)\}/g, (_, name: string) => String(filling[name] ?? ''))
  }
}

/** The sentence of a failure: the catalogue's translation of its code where there is one, else what was reported. */
export function translateError(messages: MessageTable, error: { code: string; message: string }): string {
  return messages[`error.${error.code}`] ?? error.message
}
