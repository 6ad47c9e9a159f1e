import type { EvmAddress } from '@latchkey/protocol'
import type { ContractAnswer, ContractRead, ContractReader } from '../chains/createContractReader.ts'
import { readWord } from '../chains/planBalances.ts'
import type { Hex } from '../chains/rpcTypes.ts'
import type { ReadPlan } from '../chains/runReadPlans.ts'
import type { Pool } from './poolMath.ts'
import { poolKind } from './schema.ts'

/** State of a pool from the chain. */
export type PoolState = { address: EvmAddress } & Pick<
  Pool,
  'reserve0' | 'reserve1' | 'sqrtPrice' | 'liquidity' | 'meanTick'
>

/** Seconds over which a v3 pool's price is averaged. */
const meanWindow = 300
const getReserves = '0x0902f1ac'
const slot0 = '0x3850c7bd'
const liquidity = '0x1a686502'
const balanceOf = '0x70a08231'
/** observe(uint32[]) with [300, 0]. */
const observe: Hex = `0x883bdbfd${word(32)}${word(2)}${word(meanWindow)}${word(0)}`

/** Plans the reads of pools' states: v2 reserves; v3 price, active liquidity, mean tick and balances. */
export function planPools(pools: readonly Pool[]): ReadPlan<PoolState[]> {
  const plans = pools.map((pool) => ({ pool, reads: readsOf(pool) }))
  return {
    reads: plans.flatMap(({ reads }) => reads),
    take: (answers) => {
      let start = 0
      return plans.flatMap(({ pool, reads }) => {
        const own = answers.slice(start, start + reads.length)
        start += reads.length
        const state = stateOf(pool, own)
        return state ? [{ address: pool.address, ...state }] : []
      })
    },
  }
}

function readsOf({ address, kind, token0, token1 }: Pool): ContractRead[] {
  if (kind === poolKind.v2) return [{ target: address, data: getReserves }]
  const holdings = `${balanceOf}${argument(address)}` as Hex
  return [
    { target: address, data: slot0 },
    { target: address, data: liquidity },
    { target: token0, data: holdings },
    { target: token1, data: holdings },
    { target: address, data: observe },
  ]
}

function stateOf(pool: Pool, answers: readonly ContractAnswer[]): Omit<PoolState, 'address'> | undefined {
  const [first, second, held0, held1, observed] = answers
  if (pool.kind === poolKind.v2) {
    if (first === undefined || first.length < 130) return undefined
    const reserve1 = BigInt(`0x${first.slice(66, 130)}`)
    return { reserve0: BigInt(first.slice(0, 66)), reserve1, sqrtPrice: null, liquidity: null, meanTick: null }
  }
  const sqrtPrice = readWord(first)
  if (sqrtPrice === undefined) return undefined
  return {
    sqrtPrice,
    liquidity: readWord(second) ?? 0n,
    reserve0: readWord(held0) ?? 0n,
    reserve1: readWord(held1) ?? 0n,
    meanTick: observed === undefined ? null : readMeanTick(observed),
  }
}

/** Computes the mean tick from the two cumulative ticks of `observe`. */
function readMeanTick(observed: Hex): number | null {
  const at = (index: number) =>
    BigInt.asIntN(256, BigInt(`0x${observed.slice(2 + index * 64, 66 + index * 64) || '0'}`))
  if (observed.length < 2 + 5 * 64 || at(2) !== 2n) return null
  return Number(at(4) - at(3)) / meanWindow
}

/** Factories whose pools are trusted. */
export type Factories = { v2: EvmAddress | undefined; v3: EvmAddress | undefined }

/**
 * Identifies contracts that behave like pools. A configured factory must have the contract as the pool of its tokens, because
 * anyone can deploy a contract with any price.
 */
export async function identifyPools({
  reader,
  addresses,
  factories,
  block,
  signal,
}: {
  reader: ContractReader
  addresses: readonly EvmAddress[]
  factories: Factories
  block: number
  signal?: AbortSignal | undefined
}): Promise<Pool[]> {
  if (addresses.length === 0) return []
  const selectors = ['0xc45a0155', '0x0dfe1681', '0xd21220a7', '0xddca3f43'] as const
  const answers = await reader.read({
    reads: addresses.flatMap((target) => selectors.map((data) => ({ target, data }))),
    signal,
  })
  const claims = addresses.flatMap((address, index) => {
    const [factory, token0, token1, fee] = answers.slice(index * 4, index * 4 + 4)
    const source = toAddress(factory)
    const tokens = { token0: toAddress(token0), token1: toAddress(token1) }
    if (!source || !tokens.token0 || !tokens.token1) return []
    const kind = source === factories.v2 ? poolKind.v2 : source === factories.v3 ? poolKind.v3 : undefined
    if (kind === undefined) return []
    const feeValue = kind === poolKind.v3 ? Number(readWord(fee) ?? 0n) : 3000
    return [emptyPool({ address, kind, fee: feeValue, token0: tokens.token0, token1: tokens.token1, block })]
  })
  const confirmed = await reader.read({ reads: claims.map((pool) => factoryRead(pool, factories)), signal })
  return claims.filter(({ address }, index) => toAddress(confirmed[index]) === address)
}

/** Reads the pools of pairs of tokens from the factories. */
export async function findPools({
  reader,
  pairs,
  factories,
  block,
  signal,
}: {
  reader: ContractReader
  pairs: readonly (readonly [EvmAddress, EvmAddress])[]
  factories: Factories
  block: number
  signal?: AbortSignal | undefined
}): Promise<Pool[]> {
  const candidates = pairs.flatMap(([a, b]) => {
    const [token0, token1] = a < b ? [a, b] : [b, a]
    const base = { address: token0, token0, token1, block }
    return [
      ...(factories.v2 ? [emptyPool({ ...base, kind: poolKind.v2, fee: 3000 })] : []),
      ...(factories.v3 ? [100, 500, 3000, 10_000].map((fee) => emptyPool({ ...base, kind: poolKind.v3, fee })) : []),
    ]
  })
  const answers = await reader.read({ reads: candidates.map((pool) => factoryRead(pool, factories)), signal })
  return candidates.flatMap((pool, index) => {
    const address = toAddress(answers[index])
    return address ? [{ ...pool, address }] : []
  })
}

/** A pool without a known state. */
export function emptyPool({
  block,
  ...pool
}: Pick<Pool, 'address' | 'kind' | 'fee' | 'token0' | 'token1' | 'block'>): Pool {
  return {
    ...pool,
    created: block,
    block,
    reserve0: 0n,
    reserve1: 0n,
    sqrtPrice: null,
    liquidity: null,
    meanTick: null,
  }
}

function factoryRead(pool: Pool, factories: Factories): ContractRead {
  const tokens = `${argument(pool.token0)}${argument(pool.token1)}`
  return pool.kind === poolKind.v2
    ? { target: factories.v2 ?? pool.address, data: `0xe6a43905${tokens}` }
    : { target: factories.v3 ?? pool.address, data: `0x1698ee82${tokens}${word(pool.fee)}` }
}

function toAddress(answer: ContractAnswer): EvmAddress | undefined {
  const value = readWord(answer)
  return value === undefined || value === 0n || value >> 160n !== 0n
    ? undefined
    : `0x${value.toString(16).padStart(40, '0')}`
}

function argument(address: EvmAddress): string {
  return address.slice(2).padStart(64, '0')
}

function word(value: number): string {
  return value.toString(16).padStart(64, '0')
}
