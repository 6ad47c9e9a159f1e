import { getSessions, type SmartSession } from '@latchkey/protocol/api'
import type { Plan } from './Plan.ts'

/** Why a permission does not pay for the plan. */
export type SessionIssue = 'unknown' | 'revoked' | 'expired' | 'otherPlan' | 'otherKey'

/**
 * Reads a permission from the server and compares it with the plan. The subscribing client sends only its ID.
 *
 * @throws TypeError if the server does not answer
 */
export async function checkSession({
  apiUrl,
  projectId,
  account,
  pci,
  plan,
  publicKey,
  now,
}: {
  apiUrl: string
  projectId: string
  account: string
  pci: string
  plan: Plan
  /** The session key that the permission must name. */
  publicKey: `0x${string}`
  now: number
}): Promise<{ session: SmartSession; startsAt: number } | SessionIssue> {
  const path = getSessions.path.replace('{address}', encodeURIComponent(`${plan.chainId}:${account}`))
  const response = await fetch(`${apiUrl}${path}?${new URLSearchParams({ projectId })}`, {
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) return 'unknown'
  const { pcis } = getSessions.response.parse(await response.json())
  const session = pcis.find((one) => one.pci === pci)
  if (!session) return 'unknown'
  if (session.revokedAt !== null) return 'revoked'
  if (session.expiry <= now) return 'expired'
  const { signer } = session
  if (signer.type !== 'key' || signer.data.publicKey.toLowerCase() !== publicKey.toLowerCase()) return 'otherKey'
  const permission = session.permissions.find(({ type }) => type === 'erc20-recurring-allowance')
  if (permission?.type !== 'erc20-recurring-allowance') return 'otherPlan'
  const { address, allowance, period, start, to } = permission.data
  const fits =
    address.toLowerCase() === plan.token.address.toLowerCase() &&
    BigInt(allowance) === plan.price &&
    period === plan.period &&
    (to === undefined || to.toLowerCase() === plan.merchant.toLowerCase())
  return fits ? { session, startsAt: start } : 'otherPlan'
}
