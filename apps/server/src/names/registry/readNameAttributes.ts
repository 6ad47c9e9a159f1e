import { ServiceError } from '@latchkey/protocol/errors'
import { longestAvatarSide, readAvatarImage } from '../avatarImage.ts'

/** Maximum texts of a name, and maximum characters of one. A picture can have more. */
const nameTextBounds = { texts: 20, value: 2_000, avatar: 32_000 } as const

const keyPattern = /^[a-z0-9][a-z0-9._-]{0,63}$/
/** Invisible characters, and those that change the display of others: control, line and format characters, fillers, unpaired surrogates. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u
/** Joiner that combines emoji into one. Source: Unicode Technical Standard 51, ZWJ sequences. */
const joiner = /(?<=\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)\u200d(?=\p{Extended_Pictographic})/gu

/**
 * Reads the texts to set for a name. A picture (`avatar`) must be embedded in the text: a remote one would reveal its viewers to another
 * server, and could change later.
 *
 * @returns the texts; an empty one removes a text
 * @throws ServiceError `name_attributes_invalid`, with the reason
 */
export function readNameAttributes(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(attributes)
  checkCount(entries.length)
  return Object.fromEntries(entries.map(([key, value]) => [readKey(key), readValue(key, value)]))
}

/**
 * Merges texts into those of a name. Empty ones remove.
 *
 * @throws ServiceError `name_attributes_invalid` if there are too many
 */
export function mergeNameAttributes(
  before: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string>>,
): Record<string, string> {
  const merged = Object.entries({ ...before, ...change }).filter(([, value]) => value !== '')
  checkCount(merged.length)
  return Object.fromEntries(merged)
}

function readKey(key: string): string {
  if (keyPattern.test(key)) return key
  throw refuse('The name of a text has lower case letters, digits, dots, hyphens and underscores, at most 64')
}

function readValue(key: string, value: unknown): string {
  if (typeof value !== 'string') throw refuse(`${key}: expected a text`)
  const most = key === 'avatar' ? nameTextBounds.avatar : nameTextBounds.value
  if (value.length > most) throw refuse(`${key}: expected at most ${most} characters`)
  if (unseen.test(value.replace(joiner, '')))
    throw refuse(`${key}: has characters that are not seen, or turn the direction of others`)
  if (key === 'avatar' && value !== '' && readAvatarImage(value) === undefined) {
    throw refuse(
      `avatar: expected the picture itself, data:image/… (PNG, JPEG, GIF, WebP or AVIF) in base64, at most ${longestAvatarSide} points a side`,
    )
  }
  if (key === 'url' && value !== '' && !isWebAddress(value))
    throw refuse('url: expected an address, https://… or http://…')
  return value
}

/** Only http and https, which run no code, and no credentials. */
function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return false
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

function checkCount(count: number): void {
  if (count > nameTextBounds.texts) throw refuse(`A name has at most ${nameTextBounds.texts} texts`)
}

function refuse(message: string): ServiceError {
  return new ServiceError('name_attributes_invalid', { field: 'message', message })
}
