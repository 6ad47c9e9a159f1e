import { looksLike } from './lookAlikes.ts'
import { spamFlag } from './schema.ts'

const address =
  /(https?:|www\.|t\.me|\b[a-z0-9-]{2,}\s?\.\s?(com|net|org|io|xyz|app|site|online|live|click|link|top|vip|pro|gift|info|cc|co|me|fi|finance|events?|claims?|us|ru|cn)\b)/i
const lure = /\b(claim|visit|reward|airdrop|bonus|voucher|giveaway|redeem|free mint|eligible|winner)/i

/** Number of receivers of one token from one sender in one transaction above which it counts as an airdrop. */
export const airdropReceivers = 25

/** Scripts with letters that look Latin. Together with Latin letters in one symbol, they indicate a deception. */
const lookAlikeScripts =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Lisu}\p{Script=Cherokee}\p{Script=Armenian}\p{Script=Coptic}]/u

/** Characters that reverse the text or are invisible. In a name they indicate a deception, but not inside an emoji. */
const hidden =
  /(?!\ufe0e|\ufe0f|\u200d)\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d/u

/**
 * Reduces a symbol to its appearance: compatibility forms, accents, letter case and look-alike letters become equal.
 *
 * @example
 * skeleton('UЅDС') === skeleton('USDC') // the first has two Cyrillic letters
 */
export function skeleton(symbol: string): string {
  // Map look-alikes before and after the normalization: some letters look different from their compatibility form.
  const letters = [...symbol.replace(/[™℠®©]/gu, '')].map(looksLike).join('')
  return (
    [...letters.normalize('NFKD').replace(/\p{M}/gu, '')]
      .map(looksLike)
      .join('')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .replaceAll('i', 'l')
      // Pairs of letters that look like one.
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
  )
}

/**
 * Returns the spam flags of a token's description, as a sum of `spamFlag`.
 *
 * @param listed symbols of the operator's tokens and of the native token, without the token itself
 * @param raw name and symbol before sanitizing, if available: removed characters count as well
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
  // A currency sign in front does not change the appearance.
  const own = [symbol ?? '', symbol?.replace(/^[^\p{L}\p{N}]*\$/u, '') ?? '']
    .map(skeleton)
    .filter((text) => text !== '')
  if (/\p{Script=Latin}/u.test(symbol ?? '') && lookAlikeScripts.test(symbol ?? '')) flags |= spamFlag.lookAlike
  if (listed.some((other) => own.includes(skeleton(other)))) flags |= spamFlag.lookAlike
  return flags
}
