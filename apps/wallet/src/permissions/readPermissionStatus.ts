import { ServiceError } from '@latchkey/protocol/errors'
import { sessionsAbi, smartAccountContracts } from '@latchkey/smart-account'
import { encodeFunctionData } from 'viem/utils'

/** Sends a request to the account's network. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * Returns the chain's status of a permission: zeros if it was never granted, 1 if it is revoked, otherwise the hash of its rules.
 *
 * @throws LatchkeyError `upstream_unavailable` if the network returns nothing readable
 */
export async function readPermissionStatus({
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
