import { ServiceError } from '@latchkey/protocol/errors'
import { sessionsAbi, smartAccountContracts } from '@latchkey/smart-account'
import { encodeFunctionData } from 'viem/utils'

/** Asks the network of an account. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * What the chain says of a session: zeros for one that was never granted, 1 for one that is revoked, the hash of its rules otherwise.
 *
 * @throws LatchkeyError `upstream_unavailable` when the network says nothing that can be read
 */
export async function readSessionStatus({
  account,
  id,
  ask,
}: {
  account: `0x${string}`
  id: number
  ask: AskNode
}): Promise<`0x${string}`> {
  const data = encodeFunctionData({ abi: sessionsAbi, functionName: 'statusOf', args: [account, id] })
  const answer = await ask('eth_call', [{ to: smartAccountContracts.sessions, data }, 'latest'])
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{64}$/i.test(answer)) throw new ServiceError('upstream_unavailable')
  return answer.toLowerCase() as `0x${string}`
}
