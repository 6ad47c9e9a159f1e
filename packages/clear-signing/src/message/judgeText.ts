import type { Finding } from '../Description.ts'
import { judgeControlText } from '../text/judgeControlText.ts'
import { judgeHidden } from '../text/judgeHidden.ts'
import type { RevealedText } from '../text/revealHidden.ts'
import { domainMismatch, isDomainOf } from './judgeSignIn.ts'
import { claimedDomain } from './parseSignIn.ts'

/**
 * Returns the findings about the characters of a text to sign.
 *
 * @param size bytes of the text as UTF-8
 */
export function judgeText({
  text,
  revealed,
  size,
}: {
  text: string
  revealed: RevealedText
  size: number
}): readonly Finding[] {
  // Thirty-two bytes may be the hash of anything. A text of only digits is not meant for people either.
  const isBlind = (size === 32 && revealed.count > 0) || /^\s*(0x)?[0-9a-f]{64,}\s*$/i.test(text)
  return [
    ...judgeControlText(text),
    ...judgeHidden(revealed),
    ...(isBlind ? [{ level: 'warn', code: 'blindData', values: { bytes: String(size) } } as const] : []),
  ]
}

/** Returns the finding for a text that imitates a sign-in. */
export function judgeClaim({ revealed, origin }: { revealed: RevealedText; origin: string }): readonly Finding[] {
  // Hidden characters inside of words do not change the sentence for a reader.
  const claim = claimedDomain(revealed.text.replace(/⟨U\+[0-9A-F]+⟩/g, ''))
  if (!claim) return []
  const values = { field: 'signIn', reason: 'looks like a sign-in and is none' }
  return [
    ...(isDomainOf({ origin, domain: claim.domain }) ? [] : [domainMismatch({ domain: claim.domain, origin })]),
    { level: 'warn', code: 'malformed', values },
  ]
}
