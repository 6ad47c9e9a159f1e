import type { ErrorCode } from '@latchkey/protocol'
import type { everyEn } from './everyEn.ts'

/** The name of a text. */
export type MessageKey = keyof typeof everyEn

/** A whole catalog: every text, and optional error sentences by code. */
export type Messages = { readonly [Key in MessageKey]: string } & {
  readonly [Key in `error.${ErrorCode}`]?: string
}

/** Texts that replace those of the kit: some of them, or all of a language that the kit does not have. */
export type MessageOverrides = { readonly [Key in keyof Messages]?: string }

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** The values that a text needs: none, or one for each of its placeholders. */
export type MessageValues<Key extends MessageKey> = [Placeholders<(typeof everyEn)[Key]>] extends [never]
  ? []
  : [values: { [Name in Placeholders<(typeof everyEn)[Key]>]: string | number }]
