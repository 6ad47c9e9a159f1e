import { blindData } from '../call/describeCall.ts'
import type { Description, DescriptionField, Finding } from '../Description.ts'
import type { Reading } from '../Reading.ts'
import type { ReadRequest } from '../request/readRequest.ts'
import { refuse } from '../request/refuse.ts'
import { revealHidden } from '../text/revealHidden.ts'
import { domainMismatch, isDomainOf, judgeSignIn } from './judgeSignIn.ts'
import { claimedDomain, parseSignIn, type SignIn } from './parseSignIn.ts'
import { readMessage } from './readMessage.ts'

/** Describes a message that `personal_sign` is to sign. */
export function describeMessage({ reading, request }: { reading: Reading; request: ReadRequest }): Description {
  const { account, origin, raw } = request
  const { bytes, text, wanted } = readMessage(request.params)
  const base = refuse({ findings: [], raw, intent: 'signMessage' })
  const findings: Finding[] =
    wanted === account ? [] : [{ level: 'refuse', code: 'accountMismatch', values: { wanted, account } }]
  if (text === null) return { ...base, message: bytes, findings: [...findings, blindData(bytes)] }

  const revealed = revealHidden(text)
  if (revealed.count > 0)
    findings.push({
      level: 'warn',
      code: 'hiddenCharacters',
      values: { count: String(revealed.count), characters: revealed.characters.slice(0, 20).join(' ') },
    })
  // Thirty-two bytes may be the hash of anything; text that is nothing but digits is meant for no person either.
  if ((bytes.length === 66 && revealed.count > 0) || /^\s*(0x)?[0-9a-f]{64,}\s*$/i.test(text))
    findings.push(blindData(bytes))

  const signIn = parseSignIn(text)
  if (signIn) {
    const { chainId, now } = reading
    findings.push(...judgeSignIn({ signIn, origin, account, chainId, now: now() }))
    return { ...base, intent: 'signIn', fields: toFields(signIn), message: revealed.text, findings }
  }
  // Hidden characters inside of the words do not make it another sentence to a reader.
  const claim = claimedDomain(revealed.text.replace(/⟨U\+[0-9A-F]+⟩/g, ''))
  if (claim) {
    if (!isDomainOf({ origin, domain: claim.domain })) findings.push(domainMismatch({ domain: claim.domain, origin }))
    findings.push({
      level: 'warn',
      code: 'malformed',
      values: { field: 'signIn', reason: 'looks like a sign-in and is none' },
    })
  }
  return { ...base, message: revealed.text, findings }
}

function toFields({ address, chainId, domain, expirationTime, issuedAt, nonce, uri }: SignIn): DescriptionField[] {
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
