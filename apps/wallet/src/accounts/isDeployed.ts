import type { ChainId } from '@latchkey/protocol'
import type { Gateway } from '../gateway/createGateway.ts'

/** Timeout in milliseconds. */
const limit = 3_000

/** Returns whether an account's code is deployed on a network; undefined without an answer. */
export async function isDeployed({
  gateway,
  chainId,
  address,
}: {
  gateway: Gateway
  chainId: ChainId
  address: string
}): Promise<boolean | undefined> {
  const params = [address, 'latest']
  const code = await gateway({ chainId, method: 'eth_getCode', params, signal: AbortSignal.timeout(limit) }).catch(
    () => undefined,
  )
  return typeof code === 'string' ? code.length > 2 : undefined
}
