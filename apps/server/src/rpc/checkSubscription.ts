import { isSolanaAddress } from '@latchkey/protocol'
import type { RpcOutcome } from './RpcService.ts'

const signature = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/

/** Checks of the first parameter of Solana's subscriptions. They prevent a subscription to all transactions of a cluster. */
const takes: Readonly<Record<string, (subject: unknown) => boolean>> = {
  accountSubscribe: (subject) => isAddress(subject),
  logsSubscribe: (subject) => {
    if (typeof subject !== 'object' || subject === null || !('mentions' in subject)) return false
    const { mentions } = subject
    return (
      Object.keys(subject).length === 1 && Array.isArray(mentions) && mentions.length === 1 && isAddress(mentions[0])
    )
  },
  signatureSubscribe: (subject) => typeof subject === 'string' && signature.test(subject),
  slotSubscribe: (subject) => subject === undefined,
}

/**
 * Returns the error for a Solana subscription to more than one account, signature or the slots. Returns undefined if it is allowed. Source:
 * Solana's RPC WebSocket methods.
 *
 * @example checkSubscription({ method: 'logsSubscribe', params: ['all'] }) // { error: { code: -32602, … } }
 */
export function checkSubscription({
  method,
  params,
}: {
  method: string
  params: readonly unknown[]
}): RpcOutcome | undefined {
  const isTaken = takes[method]
  if (!isTaken || (params.length <= 2 && isTaken(params[0]))) return undefined
  return { error: { code: -32602, message: 'Invalid params: expected one account, one signature, or none for slots' } }
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && isSolanaAddress(value)
}
