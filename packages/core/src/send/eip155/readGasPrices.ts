import type { ChainId } from '@latchkey/protocol'
import { getSwapGasPrice } from '@latchkey/protocol/api'
import { readGasPrice } from '../../chains/eip155/readCosts.ts'
import type { ApiClient } from '../../http/createApiClient.ts'
import type { GatewayClient } from '../../http/createGatewayClient.ts'
import type { SendSpeed } from '../SendFeature.ts'

/**
 * Returns the gas prices of the three speeds in wei, from the server. If the server fails or does not serve the network, they are the
 * node's price, 1.25 times and 1.5 times that price.
 */
export async function readGasPrices({
  client,
  gateway,
  chainId,
}: {
  client: ApiClient
  gateway: GatewayClient
  chainId: ChainId
}): Promise<Record<SendSpeed, bigint>> {
  try {
    const { data } = await client.request(getSwapGasPrice, { query: { chainId } })
    return { standard: BigInt(data.standard), fast: BigInt(data.fast), instant: BigInt(data.instant) }
  } catch {
    const standard = await readGasPrice(gateway)
    return { standard, fast: standard + standard / 4n, instant: standard + standard / 2n }
  }
}
