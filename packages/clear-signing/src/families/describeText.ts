import type { ChainId } from '@latchkey/protocol'
import type { Description, DescriptionField, Finding, Intent } from '../Description.ts'
import { domainMismatch, isDomainOf } from '../message/judgeSignIn.ts'
import { claimedDomain } from '../message/parseSignIn.ts'
import { revealHidden } from '../text/revealHidden.ts'
import { judgeFamilySignIn } from './judgeFamilySignIn.ts'
import { type FamilySignIn, parseFamilySignIn } from './parseFamilySignIn.ts'

/** What is said of a text that is to be signed. */
export type DescribedText = Pick<Description, 'message' | 'fields'> & {
  intent: Extract<Intent, 'signIn' | 'signMessage'>
  findings: Finding[]
}

/** Describes a text that an account of Solana or Bitcoin is to sign; a sign-in is held against who asks for it. */
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
  /** The account that would sign, first, and the visitor's others on this network. */
  accounts: readonly string[]
  chainId: ChainId
  clusters?: readonly string[]
  /** Unix milliseconds. */
  now: number
}): DescribedText {
  const findings: Finding[] = []
  const revealed = revealHidden(text)
  if (revealed.count > 0) {
    const values = { count: String(revealed.count), characters: revealed.characters.slice(0, 20).join(' ') }
    findings.push({ level: 'warn', code: 'hiddenCharacters', values })
  }
  const size = new TextEncoder().encode(text).length
  // Thirty-two bytes may be the hash of anything; text that is nothing but digits is meant for no person either.
  if ((size === 32 && revealed.count > 0) || /^\s*(0x)?[0-9a-f]{64,}\s*$/i.test(text))
    findings.push({ level: 'warn', code: 'blindData', values: { bytes: String(size) } })
  const signIn = parseFamilySignIn(text, family)
  if (signIn) {
    findings.push(...judgeFamilySignIn({ signIn, origin, accounts, chainId, clusters, now }))
    return { intent: 'signIn', message: revealed.text, fields: toFields(signIn), findings }
  }
  // Hidden characters inside of the words do not make it another sentence to a reader.
  const claim = claimedDomain(revealed.text.replace(/⟨U\+[0-9A-F]+⟩/g, ''))
  if (claim) {
    if (!isDomainOf({ origin, domain: claim.domain })) findings.push(domainMismatch({ domain: claim.domain, origin }))
    const values = { field: 'signIn', reason: 'looks like a sign-in and is none' }
    findings.push({ level: 'warn', code: 'malformed', values })
  }
  return { intent: 'signMessage', message: revealed.text, fields: [], findings }
}

function toFields({ address, chainId, domain, expirationTime, issuedAt, nonce, uri }: FamilySignIn) {
  const field = (name: string, text: string | undefined): DescriptionField[] =>
    text === undefined
      ? []
      : [
          {
            name,
            label: name === 'nonce' ? 'nonce' : null,
            type: 'string',
            value: { kind: 'text', text },
            children: [],
          },
        ]
  return [
    ...field('domain', revealHidden(domain).text),
    ...field('address', address),
    ...field('uri', uri),
    ...field('chainId', chainId),
    ...field('nonce', nonce),
    ...field('issuedAt', issuedAt),
    ...field('expirationTime', expirationTime),
  ]
}
