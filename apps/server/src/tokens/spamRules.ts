import { looksLike } from './lookAlikes.ts'
import { spamFlag } from './schema.ts'

const address =
  /(https?:|www\.|t\.me|\b[a-z0-9-]{2,}\s?\.\s?(com|net|org|io|xyz|app|site|online|live|click|link|top|vip|pro|gift|info|cc|co|me|fi|finance|events?|claims?|us|ru|cn)\b)/i
const lure = /\b(claim|visit|reward|airdrop|bonus|voucher|giveaway|redeem|free mint|eligible|winner)/i

/** Receivers of one token from one sender in one transaction above which it counts as thrown at people. */
export const airdropReceivers = 25

/** Scripts whose letters pass for Latin ones; beside Latin letters in one symbol they are there to deceive. */
const lookAlikeScripts =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Lisu}\p{Script=Cherokee}\p{Script=Armenian}\p{Script=Coptic}]/u

/** Characters that turn the text round, or that nobody sees. In a name they are there to deceive; inside emoji they are not. */
const hidden =
  /(?!\ufe0e|\ufe0f|\u200d)\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d/u

/**
 * Folds a symbol to what the eye sees: compatibility forms, accents, letter case and look-alike letters are one.
 *
 * @example skeleton('UЅDС') === skeleton('USDC') // the first has two Cyrillic letters
 */
export function skeleton(symbol: string): string {
  // Before and after what is compatible becomes one: some letters look like others than those that they are compatible with.
  const letters = [...symbol.replace(/[™℠®©]/gu, '')].map(looksLike).join('')
  return (
    [...letters.normalize('NFKD').replace(/\p{M}/gu, '')]
      .map(looksLike)
      .join('')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .replaceAll('i', 'l')
      // Pairs of letters that are taken for one.
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
  )
}

/**
 * What a token's own description tells about spam, as a sum of `spamFlag`.
 *
 * @param listed symbols of the tokens that the operator vouches for, and of the native coin; the token itself is not
 *   one of them
 * @param raw name and symbol before they were cleaned, where they are at hand: what was cleaned away tells, too
 */
export function spamFlags({
  name,
  symbol,
  listed,
  raw = [name, symbol],
}: {
  name: string | null
  symbol: string | null
  listed: readonly string[]
  raw?: readonly (string | null | undefined)[]
}): number {
  const text = `${name ?? ''}\n${symbol ?? ''}`
  let flags = 0
  if (address.test(text) || lure.test(text)) flags |= spamFlag.text
  if (raw.some((part) => hidden.test(part ?? ''))) flags |= spamFlag.lookAlike
  // With a sign of money in front it reads as the same symbol.
  const own = [symbol ?? '', symbol?.replace(/^[^\p{L}\p{N}]*\$/u, '') ?? '']
    .map(skeleton)
    .filter((text) => text !== '')
  if (/\p{Script=Latin}/u.test(symbol ?? '') && lookAlikeScripts.test(symbol ?? '')) flags |= spamFlag.lookAlike
  if (listed.some((other) => own.includes(skeleton(other)))) flags |= spamFlag.lookAlike
  return flags
}
