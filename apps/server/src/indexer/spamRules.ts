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

/**
 * Folds a symbol to what the eye sees: compatibility forms, accents, letter case and look-alike letters are one.
 *
 * @example skeleton('UЅDС') === skeleton('USDC') // the first has two Cyrillic letters
 */
export function skeleton(symbol: string): string {
  return [...symbol.normalize('NFKD').replace(/\p{M}/gu, '')]
    .map(looksLike)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('i', 'l')
}

/**
 * What a token's own description tells about spam, as a sum of `spamFlag`.
 *
 * @param listed symbols of the tokens that the operator vouches for, and of the native coin; the token itself is not
 *   one of them
 */
export function spamFlags({
  name,
  symbol,
  listed,
}: {
  name: string | null
  symbol: string | null
  listed: readonly string[]
}): number {
  const text = `${name ?? ''}\n${symbol ?? ''}`
  let flags = 0
  if (address.test(text) || lure.test(text)) flags |= spamFlag.text
  const own = skeleton(symbol ?? '')
  if (/\p{Script=Latin}/u.test(symbol ?? '') && lookAlikeScripts.test(symbol ?? '')) flags |= spamFlag.lookAlike
  if (own !== '' && listed.some((other) => skeleton(other) === own)) flags |= spamFlag.lookAlike
  return flags
}
