import type { ChainId } from '@latchkey/protocol'
import type { Description, Intent } from '../Description.ts'
import { judgeClaim, judgeText } from '../message/judgeText.ts'
import { toSignInFields } from '../message/toSignInFields.ts'
import { revealHidden } from '../text/revealHidden.ts'
import { judgeFamilySignIn } from './judgeFamilySignIn.ts'
import { parseFamilySignIn } from './parseFamilySignIn.ts'

/** Description of a text to sign. */
export type DescribedText = Pick<Description, 'message' | 'fields' | 'findings'> & {
  intent: Extract<Intent, 'signIn' | 'signMessage'>
}

/** Describes a text for a Solana or Bitcoin account. A sign-in is compared with the asking site. */
export function describeText({
  text,
  family,
  origin,
  accounts,
  chainId,
  clusters = [],
  now,
}: {
  text: string
  family: 'Solana' | 'Bitcoin'
  /** Verified. */
  origin: string
  /** The account that would sign, then the visitor's others on this network. */
  accounts: readonly string[]
  chainId: ChainId
  clusters?: readonly string[]
  /** Unix milliseconds. */
  now: number
}): DescribedText {
  const revealed = revealHidden(text)
  const { text: message } = revealed
  const findings = judgeText({ text, revealed, size: new TextEncoder().encode(text).length })
  const signIn = parseFamilySignIn(text, family)
  if (signIn) {
    const judged = judgeFamilySignIn({ signIn, origin, accounts, chainId, clusters, now })
    return { intent: 'signIn', message, fields: toSignInFields(signIn), findings: [...findings, ...judged] }
  }
  return { intent: 'signMessage', message, fields: [], findings: [...findings, ...judgeClaim({ revealed, origin })] }
}
