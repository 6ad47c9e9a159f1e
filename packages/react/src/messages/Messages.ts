import type { ErrorCode } from '@latchkey/protocol'
import type { everyEn } from './everyEn.ts'

/** The name of a text. */
export type MessageKey = keyof typeof everyEn

/** A whole catalogue: every text, and any error sentence by its code. */
export type Messages = { readonly [Key in MessageKey]: string } & {
  readonly [Key in `error.${ErrorCode}`]?: string
}

/** Texts in place of the kit's own: one, some, or all of a language that the kit does not speak. */
export type MessageOverrides = { readonly [Key in keyof Messages]?: string }

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** The values that a text asks for: none, or one for each of its placeholders. */
export type MessageValues<Key extends MessageKey> = [Placeholders<(typeof everyEn)[Key]>] extends [never]
  ? []
  : [values: { [Name in Placeholders<(typeof everyEn)[Key]>]: string | number }]
