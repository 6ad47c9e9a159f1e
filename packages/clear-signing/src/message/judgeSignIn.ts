import type { Finding } from '../Description.ts'
import { revealHidden } from '../text/revealHidden.ts'
import { judgeSignInTimes } from './judgeSignInTimes.ts'
import type { SignIn } from './parseSignIn.ts'

/** Compares a sign-in with the asking site, the account, the network and the time. Source: EIP-4361, the wallet's duties. */
export function judgeSignIn({
  signIn,
  origin,
  account,
  chainId,
  now,
}: {
  signIn: SignIn
  /** Verified. */
  origin: string
  account: `0x${string}`
  /** EIP-155. */
  chainId: number
  /** Unix milliseconds. */
  now: number
}): readonly Finding[] {
  const { scheme, domain, address } = signIn
  const findings: Finding[] = []
  if (!isDomainOf({ origin, domain, scheme })) findings.push(domainMismatch({ domain, origin }))
  if (address !== account)
    findings.push({ level: 'refuse', code: 'accountMismatch', values: { wanted: address, account } })
  if (BigInt(signIn.chainId) !== BigInt(chainId))
    findings.push({
      level: 'refuse',
      code: 'chainMismatch',
      values: { wanted: signIn.chainId, network: String(chainId) },
    })
  return [...findings, ...judgeSignInTimes({ signIn, now })]
}

/** Creates the finding for a sign-in to another site. */
export function domainMismatch({ domain, origin }: { domain: string; origin: string }): Finding {
  return {
    level: 'refuse',
    code: 'domainMismatch',
    values: { domain: revealHidden(domain).text.slice(0, 200), origin },
  }
}

/** Returns whether a domain, with its scheme if given, is that of an origin. */
export function isDomainOf({
  origin,
  domain,
  scheme,
}: {
  origin: string
  domain: string
  scheme?: string | undefined
}): boolean {
  let url: URL
  try {
    url = new URL(origin)
  } catch {
    return false
  }
  if (scheme !== undefined && `${scheme}:` !== url.protocol) return false
  const wanted = domain.toLowerCase()
  const defaultPort = url.protocol === 'https:' ? '443' : url.protocol === 'http:' ? '80' : ''
  return url.host !== '' && (wanted === url.host || (url.port === '' && wanted === `${url.host}:${defaultPort}`))
}
