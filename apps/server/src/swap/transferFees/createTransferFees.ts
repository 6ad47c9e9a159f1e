import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { createContractReader } from '../../chains/createContractReader.ts'
import { planBalances } from '../../chains/planBalances.ts'
import { runReadPlans } from '../../chains/runReadPlans.ts'
import { createCache } from '../../platform/cache/createCache.ts'
import type { Clock } from '../../platform/clock/Clock.ts'
import type { RpcService } from '../../rpc/RpcService.ts'
import type { MarketSnapshot } from '../pools/ChainMarket.ts'
import { type MeasuredFees, planTransferFee } from './measureTransferFee.ts'

/** Reads the transfer fees of the tokens of one chain. */
export type TransferFeeReader = {
  /**
   * Measures by simulation against the deepest pool of the token, and caches the result for minutes.
   *
   * @throws LatchkeyError `transfer_fee_unsupported` if the node cannot simulate, `insufficient_liquidity` if no pool holds
   *   enough of it, `upstream_unavailable`
   */
  read: (options: { token: EvmAddress; snapshot: MarketSnapshot }) => Promise<MeasuredFees>
  /** Measures the token again at the next read, because a result did not match. */
  forget: (token: EvmAddress) => void
}

/** Seconds for which a measurement is valid. */
const ttl = 300
/** Number of pools whose balances are compared. */
const candidates = 8

export function createTransferFees({
  rpc,
  chainId,
  multicall3,
  router,
  wrappedNative,
  clock,
}: {
  rpc: RpcService
  chainId: ChainId
  multicall3: EvmAddress
  router: EvmAddress
  wrappedNative: EvmAddress | undefined
  clock: Clock
}): TransferFeeReader {
  const cache = createCache<{ fees: MeasuredFees }>({ clock, ttl, staleFor: 0, maxEntries: 5000 })
  const reader = createContractReader({ rpc, chainId, multicall3 })

  /** v2 pairs first: only they swap tokens with a transfer fee. */
  const findHolder = async (token: EvmAddress, { pools }: MarketSnapshot) => {
    const holders = [...pools.values()].filter(({ token0, token1 }) => token0 === token || token1 === token)
    const pairs = holders.flatMap((pool) =>
      pool.kind === 'uniswap-v2'
        ? [{ pool: pool.address, holding: pool.token0 === token ? pool.reserve0 : pool.reserve1 }]
        : [],
    )
    const others = holders.filter(({ kind }) => kind !== 'uniswap-v2').slice(0, candidates)
    const held =
      pairs.length > 0
        ? pairs
        : await runReadPlans({
            reader,
            plans: [planBalances(others.map(({ address }) => ({ token, account: address })))],
          }).then(([balances]) => balances.map(({ account, amount }) => ({ pool: account, holding: amount })))
    return held.reduce<(typeof held)[number] | undefined>(
      (best, one) => (best && best.holding >= one.holding ? best : one),
      undefined,
    )
  }

  const measure = async (token: EvmAddress, snapshot: MarketSnapshot): Promise<MeasuredFees> => {
    const holder = await findHolder(token, snapshot)
    const plan = holder && planTransferFee({ token, router, ...holder })
    // An amount that is too small to measure is too small to swap.
    if (!plan) throw new ServiceError('insufficient_liquidity', { field: 'amount' })
    const outcome = await rpc.call({ chainId, call: { method: 'eth_simulateV1', params: plan.params } })
    if ('error' in outcome) {
      throw new ServiceError('transfer_fee_unsupported', {
        message: 'The network cannot be asked if this token charges a fee on transfers',
        details: outcome.error.message,
      })
    }
    return plan.take(outcome)
  }

  return {
    read: async ({ token, snapshot }) => {
      // Wrapping is one to one, by the contract of the operator's configuration.
      if (token === wrappedNative) return { from: 0, to: 0 }
      const load = async () => ({ fees: await measure(token, snapshot) })
      const { value } = await cache.read({ key: token, load })
      return value.fees
    },
    forget: cache.expire,
  }
}
