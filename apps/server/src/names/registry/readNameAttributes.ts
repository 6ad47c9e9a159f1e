import { ServiceError } from '@latchkey/protocol/errors'
import { longestAvatarSide, readAvatarImage } from '../avatarImage.ts'

/** Texts of a name at most, and the characters of one; a picture may have more. */
const nameTextBounds = { texts: 20, value: 2_000, avatar: 32_000 } as const

const keyPattern = /^[a-z0-9][a-z0-9._-]{0,63}$/
/** What is not seen, or has what stands around it seen otherwise: control, line and format characters, fillers, halves of characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u
/** What makes one picture of several. Source: Unicode Technical Standard 51, ZWJ sequences. */
const joiner = /(?<=\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)\u200d(?=\p{Extended_Pictographic})/gu

/**
 * Reads the texts that somebody sets for a name. A picture (`avatar`) is taken where it is in the text itself: a picture elsewhere would tell
 * that place who looks, and may be another tomorrow.
 *
 * @returns the texts, empty ones among them: they take a text away
 * @throws ServiceError `name_attributes_invalid`, saying which
 */
export function readNameAttributes(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(attributes)
  checkCount(entries.length)
  return Object.fromEntries(entries.map(([key, value]) => [readKey(key), readValue(key, value)]))
}

/**
 * Puts texts over those that a name has; empty ones take away.
 *
 * @throws ServiceError `name_attributes_invalid` where that makes too many
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

/** Nothing that does something where it is followed, and nobody's password. */
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
