import type { ChainId } from '@latchkey/protocol'
import { getConvertGasPrice } from '@latchkey/protocol/api'
import { readGasPrice } from '../../chains/eip155/readCosts.ts'
import type { ApiClient } from '../../http/createApiClient.ts'
import type { GatewayClient } from '../../http/createGatewayClient.ts'
import type { SendSpeed } from '../SendFeature.ts'

/**
 * Reads what gas costs at the three speeds, in wei: by the server; where it does not serve the network, or does not answer, by the
 * node's own price, a quarter and a half more of it.
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
    const { data } = await client.request(getConvertGasPrice, { query: { chainId } })
    return { standard: BigInt(data.standard), fast: BigInt(data.fast), instant: BigInt(data.instant) }
  } catch {
    const standard = await readGasPrice(gateway)
    return { standard, fast: standard + standard / 4n, instant: standard + standard / 2n }
  }
}
