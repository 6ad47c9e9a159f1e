import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { createCache } from '../../platform/cache/createCache.ts'
import { isEvmChain } from '../../platform/config/chainConfig.ts'
import type { Context } from '../../platform/context.ts'
import type { RpcService } from '../../rpc/RpcService.ts'
import { type FeeHistory, toGasPrices } from './toGasPrices.ts'

/** Wei per unit of gas, at three speeds. Each is at least as high as the one before. */
export type GasPriceLevels = { standard: bigint; fast: bigint; instant: bigint }

/** Reads the current gas prices of a chain. */
export type GasPrices = {
  /** @throws LatchkeyError `gas_price_network_unsupported`, `upstream_unavailable` */
  read: (options: { chainId: ChainId }) => Promise<GasPriceLevels>
}

/** Blocks to read, and the percentiles of their tips, one for each speed. */
const history = { blocks: 10, percentiles: [40, 60, 90] } as const
/** Seconds for which an answer is cached, and for which an older one is used if the node does not respond. */
const ttl = 2
const staleFor = 30

/**
 * Creates the reader of gas prices. It uses the tips of the last blocks and the next base fee, or `eth_gasPrice` if a node
 * has no fee history. All callers within two seconds share one request.
 *
 * @example
 * const { standard, fast, instant } = await gasPrices.read({ chainId: 'eip155:1' })
 */
export function createGasPrices({
  context: { clock, config },
  rpc,
}: {
  context: Pick<Context, 'clock' | 'config'>
  rpc: RpcService
}): GasPrices {
  const cache = createCache<GasPriceLevels>({ clock, ttl, staleFor })
  const served = new Set<ChainId>(config.chains.filter(isEvmChain).map(({ chainId }) => chainId))

  const load = async (chainId: ChainId): Promise<GasPriceLevels> => {
    const [fees, price] = await rpc.batch({
      chainId,
      calls: [
        { method: 'eth_feeHistory', params: [`0x${history.blocks.toString(16)}`, 'latest', history.percentiles] },
        { method: 'eth_gasPrice', params: [] },
      ],
    })
    const levels = toGasPrices({
      history: fees && 'result' in fees ? (fees.result as FeeHistory | null) : null,
      gasPrice: price && 'result' in price && typeof price.result === 'string' ? BigInt(price.result) : undefined,
    })
    if (!levels) throw new ServiceError('upstream_unavailable')
    return levels
  }

  return {
    read: async ({ chainId }) => {
      if (!served.has(chainId)) throw new ServiceError('gas_price_network_unsupported', { field: 'chainId' })
      return (await cache.read({ key: chainId, load: () => load(chainId) })).value
    },
  }
}
