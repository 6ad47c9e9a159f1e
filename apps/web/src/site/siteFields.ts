import type { ChainId } from '@latchkey/protocol'
import { chainIdSchema } from '@latchkey/protocol/api'
import * as z from 'zod/mini'
import { findNearest } from './findNearest.ts'

// Types of the values in site.json. Each message ends a sentence that begins with the key: "`apiUrl` must be …".

/** A URL of a page or a server. */
export const webAddress = () =>
  z.url({
    protocol: /^https?$/,
    error: 'must be an address that starts with https://; http:// is only for servers on your machine',
  })

/** An ID of 32 hexadecimal characters; `from` explains where the operator finds it. */
export const hexId = (from: string) => {
  const message = `must be 32 hexadecimal characters; ${from}`
  return z.string(message).check(z.regex(/^[0-9a-f]{32}$/, message))
}

/** A text with at least one character. */
export const someText = () => {
  const message = 'must be a text of at least one character'
  return z.string(message).check(z.minLength(1, message))
}

/** A text that matches a pattern. */
export const textLike = (pattern: RegExp, message: string) => z.string(message).check(z.regex(pattern, message))

/** True or false. */
export const flag = () => z.boolean('must be true or false')

/** One of several words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, `must be one of ${words.map((word) => `"${word}"`).join(', ')}`)

/** A list of texts. */
export const texts = () => z.array(someText(), 'must be a list of texts')

/** A CAIP-2 ID of a network. */
export const chainId = () => {
  const message = 'must be a CAIP-2 id of a network, such as "eip155:8453"'
  return z
    .string(message)
    .check(z.refine((value) => chainIdSchema.safeParse(value).success, message)) as unknown as z.ZodMiniType<
    ChainId,
    ChainId
  >
}

/** An object with exactly these keys. The message has a line for each unknown key. */
export const section = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => unknownKey({ key, known: Object.keys(shape) })).join('\n')
        : `must be an object with the keys ${Object.keys(shape).join(', ')}`,
  })

function unknownKey({ key, known }: { key: string; known: readonly string[] }) {
  const nearest = findNearest({ word: key, words: known })
  return nearest
    ? `is not a key of site.json; the nearest is \`${nearest}\``
    : `is not a key of site.json; remove it, or take one of ${known.join(', ')}`
}
