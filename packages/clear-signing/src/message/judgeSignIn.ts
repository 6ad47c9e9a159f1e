import type { Finding } from '../Description.ts'
import { revealHidden } from '../text/revealHidden.ts'
import type { SignIn } from './parseSignIn.ts'

/** How far a server's clock may be ahead of this one. */
const clockDrift = 300_000
/** From this age on a sign-in is one that was kept. */
const oldest = 86_400_000

/** Holds a sign-in against who asks for it, for whom, where and when. Source: EIP-4361, the wallet's duties. */
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
  const warn = (field: 'issuedAt' | 'expirationTime' | 'notBefore', time: string) =>
    findings.push({ level: 'warn', code: 'signInTimes', values: { field, time } })
  const [issued, expires, begins] = [signIn.issuedAt, signIn.expirationTime, signIn.notBefore].map((time) =>
    time === undefined ? undefined : Date.parse(time),
  )
  // A time that is no time, such as a 31st of February, compares as neither.
  if (issued === undefined || !(issued <= now + clockDrift && issued >= now - oldest)) warn('issuedAt', signIn.issuedAt)
  if (signIn.expirationTime !== undefined && !(expires !== undefined && expires > now))
    warn('expirationTime', signIn.expirationTime)
  if (signIn.notBefore !== undefined && !(begins !== undefined && begins <= now + clockDrift))
    warn('notBefore', signIn.notBefore)
  return findings
}

/** Says that a sign-in is for another place. */
export function domainMismatch({ domain, origin }: { domain: string; origin: string }): Finding {
  return {
    level: 'refuse',
    code: 'domainMismatch',
    values: { domain: revealHidden(domain).text.slice(0, 200), origin },
  }
}

/** Tells whether a domain, with the scheme where one is given, is that of an origin. */
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
