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

/** Tells what tokens of one chain take of their transfers. */
export type TransferFeeReader = {
  /**
   * Measured by simulation against the deepest pool of the token, and remembered for minutes.
   *
   * @throws LatchkeyError `transfer_fee_unsupported` where the node cannot simulate, `insufficient_liquidity` where no pool holds
   *   enough of it, `upstream_unavailable`
   */
  read: (options: { token: EvmAddress; snapshot: MarketSnapshot }) => Promise<MeasuredFees>
  /** Measure again at the next read: something did not behave as measured. */
  forget: (token: EvmAddress) => void
}

/** Seconds for which a measurement counts. */
const ttl = 300
/** Pools whose holdings are compared. */
const candidates = 8

/** Creates the reader of one chain. */
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

  /** v2 pairs first: only they trade tokens that take a fee. */
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
    // What is too little to measure is too little to swap.
    if (!plan) throw new ServiceError('insufficient_liquidity', { field: 'amount' })
    const outcome = await rpc.call({ chainId, call: { method: 'eth_simulateV1', params: plan.params } })
    if ('error' in outcome) {
      throw new ServiceError('transfer_fee_unsupported', {
        message: 'The network cannot be asked whether this token takes a part of every transfer',
        details: outcome.error.message,
      })
    }
    return plan.take(outcome)
  }

  return {
    read: async ({ token, snapshot }) => {
      // Wrapping is one to one, by the contract that the operator named.
      if (token === wrappedNative) return { from: 0, to: 0 }
      const load = async () => ({ fees: await measure(token, snapshot) })
      const { value } = await cache.read({ key: token, load })
      return value.fees
    },
    forget: cache.expire,
  }
}
