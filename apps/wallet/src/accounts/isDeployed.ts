import type { ChainId } from '@latchkey/protocol'
import type { Gateway } from '../gateway/createGateway.ts'

/** Milliseconds that the network has to say so. */
const limit = 3_000

/** Whether a network has an account's code; undefined when it does not say. */
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
