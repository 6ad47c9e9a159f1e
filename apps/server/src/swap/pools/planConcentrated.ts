import type { ContractAnswer } from '../../chains/createContractReader.ts'
import type { KnownPool, PoolCall, PoolRead } from './LiquiditySource.ts'
import type { ConcentratedPool, Tick } from './PoolState.ts'
import { toWord, wordsOf } from './readWords.ts'
import { outermostTick, sqrtPriceBounds } from './tickMath.ts'

/** slot0(), liquidity(), tickSpacing(), tickBitmap(int16), ticks(int24) */
const selectors = {
  slot0: '0x3850c7bd',
  liquidity: '0x1a686502',
  tickSpacing: '0xd0c93a7c',
  tickBitmap: '0x5339c296',
  ticks: '0xf30dba93',
} as const
/** Number of ticks in one word of the bitmap. */
const word = 256
/**
 * Words to read around the price. From a spacing of 10 on, these are all. For a spacing of 1, they cover a factor of 7,000 in
 * the price in both directions.
 */
const maximumWords = 700
/** Maximum number of ticks to read, nearest to the price first. */
const maximumTicks = 2000
/**
 * Share of the known range that must lie on each side of the price. Closer to an end, the range is read again around the
 * price.
 */
const margin = 1 / 8

type Price = Pick<ConcentratedPool, 'sqrtPrice' | 'tick' | 'liquidity'>

/**
 * Plans the reads of a v3 pool: first the price, then the words of its tick bitmap, then the ticks. Known ticks are kept,
 * except those that events name. If they do not add up to the pool's liquidity, everything is read again.
 */
export function planConcentrated({
  pool,
  known,
  touched,
}: {
  pool: KnownPool
  known: ConcentratedPool | undefined
  touched: () => readonly number[]
}): PoolRead<ConcentratedPool> {
  const base = { ...pool, kind: 'uniswap-v3' as const }
  const price = [call(pool, selectors.slot0), call(pool, selectors.liquidity)]
  if (!known) {
    return {
      reads: [...price, call(pool, selectors.tickSpacing)],
      take: ([slot0, liquidity, spacing]) => {
        const now = readPrice(slot0, liquidity)
        const tickSpacing = Number(wordsOf(spacing, 1)?.[0] ?? 0n)
        if (!now || tickSpacing <= 0 || tickSpacing > outermostTick) return undefined
        return planBitmap({ ...base, tickSpacing, ...now, ticks: [], lowest: now.tick, highest: now.tick })
      },
    }
  }
  return {
    reads: price,
    take: ([slot0, liquidity]) => {
      const now = readPrice(slot0, liquidity)
      if (!now) return undefined
      const isSame = now.sqrtPrice === known.sqrtPrice && now.tick === known.tick && now.liquidity === known.liquidity
      const state = isSame ? known : { ...known, ...now }
      const borders = [...new Set(touched())].filter((index) => index >= known.lowest && index <= known.highest)
      if (borders.length > 0) return planBorders(state, borders)
      return isCentred(state) && explainsMove(state, known) ? state : planBitmap(state)
    },
  }
}

/** Reads single ticks again. */
function planBorders(state: ConcentratedPool, borders: readonly number[]): PoolRead<ConcentratedPool> {
  return {
    reads: borders.map((index) => call(state, selectors.ticks, index)),
    take: (answers) => {
      const fresh = readTicks(borders, answers)
      if (!fresh) return undefined
      const replaced = new Set(borders)
      const ticks = [...state.ticks.filter(({ index }) => !replaced.has(index)), ...fresh]
      const next = { ...state, ticks: ticks.sort((a, b) => a.index - b.index) }
      return isCentred(next) && explainsLiquidity(next) ? next : planBitmap(next)
    },
  }
}

/** Reads the bitmap around the price, then its ticks. */
function planBitmap(state: ConcentratedPool): PoolRead<ConcentratedPool> {
  const { tick, tickSpacing } = state
  const outermost = Math.floor(outermostTick / tickSpacing)
  const bounds = { first: Math.floor(-outermost / word), last: Math.floor(outermost / word) }
  const here = Math.floor(Math.floor(tick / tickSpacing) / word)
  const isAll = bounds.last - bounds.first < maximumWords
  const first = isAll ? bounds.first : Math.max(bounds.first, here - maximumWords / 2)
  const last = isAll ? bounds.last : Math.min(bounds.last, here + maximumWords / 2)
  const words = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return {
    reads: words.map((position) => call(state, selectors.tickBitmap, position)),
    take: (answers) => {
      const found: number[] = []
      for (const [index, position] of words.entries()) {
        const bits = wordsOf(answers[index], 1)?.[0]
        if (bits === undefined) return undefined
        for (const bit of bitsOf(bits)) found.push((position * word + bit) * tickSpacing)
      }
      const range = {
        lowest: first === bounds.first ? -outermostTick : first * word * tickSpacing,
        highest: last === bounds.last ? outermostTick : (last * word + word - 1) * tickSpacing,
      }
      return planTicks({ ...state, ...range }, found)
    },
  }
}

function planTicks(state: ConcentratedPool, found: readonly number[]): PoolRead<ConcentratedPool> {
  const { tick } = state
  const distances = found.map((index) => Math.abs(index - tick)).sort((a, b) => a - b)
  const reach = found.length > maximumTicks ? (distances[maximumTicks - 1] ?? 0) : Number.POSITIVE_INFINITY
  const lowest = Math.max(state.lowest, tick - reach)
  const highest = Math.min(state.highest, tick + reach)
  const borders = found.filter((index) => index >= lowest && index <= highest)
  return {
    reads: borders.map((index) => call(state, selectors.ticks, index)),
    take: (answers) => {
      const ticks = readTicks(borders, answers)
      if (!ticks) return undefined
      const whole = { ...state, lowest, highest, ticks }
      return explainsLiquidity(whole) ? whole : undefined
    },
  }
}

/** Whether the known range is wide enough on both sides of the price. At the outermost ticks, it always is. */
function isCentred({ tick, lowest, highest }: ConcentratedPool): boolean {
  const least = (highest - lowest) * margin
  return (lowest <= -outermostTick || tick - lowest >= least) && (highest >= outermostTick || highest - tick >= least)
}

/** Whether the ticks below the price add up to the active liquidity. True if not all of them are known. */
function explainsLiquidity({ ticks, tick, lowest, liquidity }: ConcentratedPool): boolean {
  return lowest > -outermostTick || sum(ticks.filter(({ index }) => index <= tick)) === liquidity
}

/** Whether the passed ticks explain the change of the active liquidity. */
function explainsMove(now: ConcentratedPool, before: ConcentratedPool): boolean {
  const isUp = before.tick <= now.tick
  const [from, to] = isUp ? [before.tick, now.tick] : [now.tick, before.tick]
  const passed = sum(now.ticks.filter(({ index }) => index > from && index <= to))
  return now.liquidity - before.liquidity === (isUp ? passed : -passed)
}

function sum(ticks: readonly Tick[]): bigint {
  return ticks.reduce((total, { liquidityNet }) => total + liquidityNet, 0n)
}

function readPrice(slot0: ContractAnswer, liquidity: ContractAnswer): Price | undefined {
  const [sqrtPrice, tickWord] = wordsOf(slot0, 7) ?? []
  const [active] = wordsOf(liquidity, 1) ?? []
  if (sqrtPrice === undefined || tickWord === undefined || active === undefined) return undefined
  const tick = Number(BigInt.asIntN(256, tickWord))
  const { lowest, highest } = sqrtPriceBounds
  // A price of zero means that the pool is not initialized.
  if (sqrtPrice < lowest || sqrtPrice >= highest || Math.abs(tick) > outermostTick) return undefined
  return { sqrtPrice, tick, liquidity: active }
}

/** Reads the `ticks` answers of all bounds. Unused ticks are left out. */
function readTicks(borders: readonly number[], answers: readonly ContractAnswer[]): Tick[] | undefined {
  const ticks: Tick[] = []
  for (const [index, border] of borders.entries()) {
    const [gross, net] = wordsOf(answers[index], 8) ?? []
    if (gross === undefined || net === undefined) return undefined
    if (gross > 0n) ticks.push({ index: border, liquidityNet: BigInt.asIntN(256, net) })
  }
  return ticks
}

function* bitsOf(bits: bigint): Generator<number> {
  let rest = bits
  for (let position = 0; rest !== 0n; position += 32, rest >>= 32n) {
    const part = Number(rest & 0xffff_ffffn)
    for (let bit = 0; bit < 32; bit++) if ((part >>> bit) & 1) yield position + bit
  }
}

function call({ address }: Pick<KnownPool, 'address'>, selector: `0x${string}`, argument?: number): PoolCall {
  return { target: address, data: argument === undefined ? selector : `${selector}${toWord(argument)}` }
}
