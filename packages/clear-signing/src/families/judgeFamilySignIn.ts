import { type ChainId, parseChainId } from '@latchkey/protocol'
import type { Finding } from '../Description.ts'
import { domainMismatch, isDomainOf } from '../message/judgeSignIn.ts'
import { judgeSignInTimes } from '../message/judgeSignInTimes.ts'
import type { SignInText } from '../message/SignInText.ts'

/** Compares a sign-in with the asking site, the account, the network and the time. Source: CAIP-122 and Sign In With Solana. */
export function judgeFamilySignIn({
  signIn,
  origin,
  accounts,
  chainId,
  clusters,
  now,
}: {
  signIn: SignInText
  /** Verified. */
  origin: string
  /** The account that would sign, then the visitor's others on this network. */
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
  return [...findings, ...judgeSignInTimes({ signIn, now })]
}
