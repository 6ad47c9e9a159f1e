import type { ErrorCode } from '@latchkey/protocol'
import type { en } from './en.ts'

/** The name of a text. */
export type MessageKey = keyof typeof en

/** A whole catalog: every text, and error messages by their code. */
export type Messages = { readonly [Key in MessageKey]: string } & {
  readonly [Key in `error.${ErrorCode}`]?: string
}

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** Values of a text: none, or one for each placeholder. */
export type MessageValues<Key extends MessageKey> = [Placeholders<(typeof en)[Key]>] extends [never]
  ? []
  : [values: { [Name in Placeholders<(typeof en)[Key]>]: string | number }]
