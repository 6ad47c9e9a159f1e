import { spamFlag } from './schema.ts'

const address =
  /(https?:|www\.|t\.me|\b[a-z0-9-]{2,}\s?\.\s?(com|net|org|io|xyz|app|site|online|live|click|link|top|vip|pro|gift|info|cc|co|me|fi|finance|events?|claims?|us|ru|cn)\b)/i
const lure = /\b(claim|visit|reward|airdrop|bonus|voucher|giveaway|redeem|free mint|eligible|winner)/i

/** Receivers of one token from one sender in one transaction above which it counts as thrown at people. */
export const airdropReceivers = 25

/** Letters of other scripts and digits that look like Latin letters. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  ԛ: 'q',
  ԝ: 'w',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  μ: 'm',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ζ: 'z',
  ѵ: 'v',
  ⅼ: 'l',
  ı: 'i',
  ł: 'l',
  đ: 'd',
  ꓢ: 's',
  ꓴ: 'u',
  ꓓ: 'd',
  ꓚ: 'c',
  '₮': 't',
  '₵': 'c',
  $: 's',
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '5': 's',
  '8': 'b',
}

/**
 * Folds a symbol to what the eye sees: compatibility forms, accents, letter case and look-alike letters are one.
 *
 * @example skeleton('UЅDС') === skeleton('USDC') // the first has two Cyrillic letters
 */
export function skeleton(symbol: string): string {
  return [...symbol.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()]
    .map((character) => lookAlikes[character] ?? character)
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
  if (own !== '' && listed.some((other) => skeleton(other) === own)) flags |= spamFlag.lookAlike
  return flags
}
