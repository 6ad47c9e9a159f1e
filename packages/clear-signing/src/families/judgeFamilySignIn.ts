import { type ChainId, parseChainId } from '@latchkey/protocol'
import type { Finding } from '../Description.ts'
import { domainMismatch, isDomainOf } from '../message/judgeSignIn.ts'
import type { FamilySignIn } from './parseFamilySignIn.ts'

/** How far a server's clock may be ahead of this one. */
const clockDrift = 300_000
/** From this age on a sign-in is one that was kept. */
const oldest = 86_400_000

/** Holds a sign-in against who asks for it, for whom, where and when. Source: CAIP-122 and Sign In With Solana. */
export function judgeFamilySignIn({
  signIn,
  origin,
  accounts,
  chainId,
  clusters,
  now,
}: {
  signIn: FamilySignIn
  /** Verified. */
  origin: string
  /** The account that would sign, first, and the visitor's others on this network. */
  accounts: readonly string[]
  chainId: ChainId
  /** Other names of this network. */
  clusters: readonly string[]
  /** Unix milliseconds. */
  now: number
}): readonly Finding[] {
  const { scheme, domain, address } = signIn
  const findings: Finding[] = []
  if (!isDomainOf({ origin, domain, scheme })) findings.push(domainMismatch({ domain, origin }))
  if (!accounts.includes(address))
    findings.push({ level: 'refuse', code: 'accountMismatch', values: { wanted: address, account: accounts[0] ?? '' } })
  const { reference } = parseChainId(chainId)
  if (signIn.chainId !== undefined && ![chainId, reference, ...clusters].includes(signIn.chainId))
    findings.push({ level: 'refuse', code: 'chainMismatch', values: { wanted: signIn.chainId, network: reference } })
  const warn = (field: 'issuedAt' | 'expirationTime' | 'notBefore', time: string | undefined, isRight: boolean) => {
    if (time !== undefined && !isRight) findings.push({ level: 'warn', code: 'signInTimes', values: { field, time } })
  }
  const at = (time: string | undefined) => (time === undefined ? Number.NaN : Date.parse(time))
  const issued = at(signIn.issuedAt)
  warn('issuedAt', signIn.issuedAt, issued <= now + clockDrift && issued >= now - oldest)
  warn('expirationTime', signIn.expirationTime, at(signIn.expirationTime) > now)
  warn('notBefore', signIn.notBefore, at(signIn.notBefore) <= now + clockDrift)
  return findings
}
