import type { EvmAddress } from '@latchkey/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ContractAnswer } from '../../chains/createContractReader.ts'
import type { KnownPool, PoolCall, PoolRead } from './LiquiditySource.ts'
import type { ConcentratedPool } from './PoolState.ts'
import { planConcentrated } from './planConcentrated.ts'
import { outermostTick, sqrtPriceAtTick } from './tickMath.ts'

const at = (digit: number): EvmAddress => `0x${String(digit).repeat(40)}`
const pool: KnownPool = { kind: 'uniswap-v3', address: at(9), token0: at(1), token1: at(2), fee: 500 }

/** A v3 pool in memory that answers reads. */
function createContract({ spacing, tick = 0 }: { spacing: number; tick?: number }) {
  const borders = new Map<number, { gross: bigint; net: bigint }>()
  const contract = {
    ...{ spacing, tick, sqrtPrice: sqrtPriceAtTick(tick) },
    /** Changes liquidity between two bounds in units of the spacing. @returns the ticks that the event names */
    change: (lower: number, upper: number, liquidity: bigint): number[] => {
      const ends = [lower * spacing, upper * spacing]
      for (const [index, end] of ends.entries()) {
        const { gross, net } = borders.get(end) ?? { gross: 0n, net: 0n }
        const next = { gross: gross + liquidity, net: net + (index === 0 ? liquidity : -liquidity) }
        if (next.gross === 0n) borders.delete(end)
        else borders.set(end, next)
      }
      return ends
    },
    move: (to: number) => {
      contract.tick = to
      contract.sqrtPrice = sqrtPriceAtTick(to)
    },
    active: () => [...borders].reduce((sum, [index, { net }]) => (index <= contract.tick ? sum + net : sum), 0n),
    ticks: () =>
      [...borders].map(([index, { net }]) => ({ index, liquidityNet: net })).sort((a, b) => a.index - b.index),
    answer: ({ data }: PoolCall): ContractAnswer => {
      const argument = data.length > 10 ? Number(BigInt.asIntN(256, BigInt(`0x${data.slice(10)}`))) : 0
      const selector = data.slice(0, 10)
      if (selector === '0x3850c7bd') return words(contract.sqrtPrice, BigInt(contract.tick), 0n, 0n, 0n, 0n, 1n)
      if (selector === '0x1a686502') return words(contract.active())
      if (selector === '0xd0c93a7c') return words(BigInt(spacing))
      if (selector === '0xf30dba93') {
        const { gross, net } = borders.get(argument) ?? { gross: 0n, net: 0n }
        return words(gross, net, 0n, 0n, 0n, 0n, 0n, gross > 0n ? 1n : 0n)
      }
      let bits = 0n
      for (const index of borders.keys()) {
        const place = index / spacing
        if (Math.floor(place / 256) === argument) bits |= 1n << BigInt(place - argument * 256)
      }
      return words(bits)
    },
  }
  return contract
}

const words = (...values: bigint[]): `0x${string}` =>
  `0x${values.map((value) => BigInt.asUintN(256, value).toString(16).padStart(64, '0')).join('')}`

/** Answers rounds until the plan returns a state or undefined. */
function read(
  plan: PoolRead<ConcentratedPool>,
  answer: (call: PoolCall) => ContractAnswer,
): { state: ConcentratedPool | undefined; reads: number; rounds: number } {
  let next: PoolRead<ConcentratedPool> | ConcentratedPool | undefined = plan
  let reads = 0
  let rounds = 0
  while (next && 'take' in next) {
    reads += next.reads.length
    rounds++
    next = next.take(next.reads.map(answer))
  }
  return { state: next, reads, rounds }
}

const readAll = ({ answer }: ReturnType<typeof createContract>) =>
  read(planConcentrated({ pool, known: undefined, touched: () => [] }), answer)

const spacings = fc.constantFrom(10, 60, 200)
const position = fc
  .tuple(
    fc.integer({ min: -4000, max: 3999 }),
    fc.integer({ min: 1, max: 500 }),
    fc.bigInt({ min: 1n, max: 10n ** 24n }),
  )
  .map(([lower, width, liquidity]) => ({ lower, upper: Math.min(lower + width, 4000), liquidity }))

test('default: reads all ticks of a pool, for any price and any positions', () => {
  fc.assert(
    fc.property(
      spacings,
      fc.array(position, { maxLength: 12 }),
      fc.integer({ min: -40_000, max: 40_000 }),
      (spacing, positions, tick) => {
        const contract = createContract({ spacing, tick })
        for (const { lower, upper, liquidity } of positions) contract.change(lower, upper, liquidity)
        expect(readAll(contract).state).toEqual({
          ...{ ...pool, tickSpacing: spacing, tick, sqrtPrice: contract.sqrtPrice, liquidity: contract.active() },
          ...{ ticks: contract.ticks(), lowest: -outermostTick, highest: outermostTick },
        })
      },
    ),
    { numRuns: 60 },
  )
})

test('behavior: an update from events equals a read from scratch', () => {
  const step = fc.oneof(
    fc.record({ type: fc.constant('add' as const), position }),
    fc.record({ type: fc.constant('remove' as const), choice: fc.nat() }),
    fc.record({ type: fc.constant('move' as const), tick: fc.integer({ min: -40_000, max: 40_000 }) }),
  )
  fc.assert(
    fc.property(
      spacings,
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      (spacing, blocks) => {
        const contract = createContract({ spacing })
        const live: { lower: number; upper: number; liquidity: bigint }[] = []
        let known = readAll(contract).state
        for (const steps of blocks) {
          const touched: number[] = []
          for (const one of steps) {
            if (one.type === 'move') contract.move(one.tick)
            else if (one.type === 'add') {
              const { lower, upper, liquidity } = one.position
              live.push(one.position)
              touched.push(...contract.change(lower, upper, liquidity))
            } else {
              const [gone] = live.splice(one.choice % Math.max(1, live.length), 1)
              if (gone) touched.push(...contract.change(gone.lower, gone.upper, -gone.liquidity))
            }
          }
          const { state, reads } = read(planConcentrated({ pool, known, touched: () => touched }), contract.answer)
          expect(state).toEqual(readAll(contract).state)
          expect(reads).toBeLessThanOrEqual(2 + new Set(touched).size)
          known = state
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('behavior: without changes returns the same object; a missed event is noticed by the liquidity', () => {
  const contract = createContract({ spacing: 60 })
  contract.change(-10, 10, 1000n)
  const first = readAll(contract).state
  const again = () => read(planConcentrated({ pool, known: first, touched: () => [] }), contract.answer)
  expect(again()).toEqual({ state: first, reads: 2, rounds: 1 })
  expect(again().state).toBe(first)
  contract.change(-1, 5, 77n)
  const healed = again()
  expect(healed.state?.ticks).toEqual(contract.ticks())
  expect(healed.rounds).toBe(3)
})

test('behavior: for a spacing of 1 reads a wide range, and reads again when the price nears its end', () => {
  const contract = createContract({ spacing: 1, tick: 100 })
  contract.change(-outermostTick, outermostTick, 5n)
  contract.change(90, 110, 7n)
  contract.change(130_000, 131_000, 9n)
  const first = readAll(contract).state
  expect(first?.ticks.map(({ index }) => index)).toEqual([90, 110])
  expect(first?.lowest).toBeLessThan(-80_000)
  expect(first?.highest).toBeGreaterThan(80_000)
  contract.move(60_000)
  const near = read(planConcentrated({ pool, known: first, touched: () => [] }), contract.answer)
  expect(near).toMatchObject({ rounds: 1, state: { liquidity: 5n } })
  contract.move(85_000)
  const beyond = read(planConcentrated({ pool, known: near.state, touched: () => [] }), contract.answer)
  expect(beyond.rounds).toBeGreaterThan(1)
  expect(beyond.state?.ticks.map(({ index }) => index)).toEqual([90, 110, 130_000, 131_000])
  // Bounds outside of the known range are not read.
  const outside = read(
    planConcentrated({ pool, known: first, touched: () => [-200_000, 300_000] }),
    createContract({ spacing: 1 }).answer,
  )
  expect(outside.reads).toBeGreaterThan(2)
})

test('behavior: of thousands of ticks keeps the nearest ones, at the same distance in both directions', () => {
  const contract = createContract({ spacing: 10, tick: 5003 })
  for (let lower = -1000; lower < 3000; lower++) contract.change(lower, lower + 1, BigInt(lower + 2000))
  const { state } = readAll(contract)
  expect(state?.ticks.length).toBeGreaterThan(1990)
  expect(state?.ticks.length).toBeLessThanOrEqual(2001)
  const { lowest = 0, highest = 0, tick = 0 } = state ?? {}
  expect(tick - lowest).toBe(highest - tick)
  expect(state?.ticks).toEqual(contract.ticks().filter(({ index }) => index >= lowest && index <= highest))
})

test('error: a contract that is uninitialized, does not answer or contradicts itself is no pool', () => {
  const contract = createContract({ spacing: 60 })
  contract.change(-10, 10, 1000n)
  const known = readAll(contract).state
  const answers = (change: (call: PoolCall) => ContractAnswer | null) => (call: PoolCall) => {
    const answer = change(call)
    return answer === null ? contract.answer(call) : answer
  }
  const cases: ((call: PoolCall) => ContractAnswer | null)[] = [
    () => undefined,
    () => '0x',
    ({ data }) => (data.startsWith('0x3850c7bd') ? words(0n, 0n, 0n, 0n, 0n, 0n, 1n) : null),
    ({ data }) => (data.startsWith('0x3850c7bd') ? words(2n ** 200n, 0n, 0n, 0n, 0n, 0n, 1n) : null),
    ({ data }) => (data.startsWith('0x1a686502') ? words(999n) : null),
  ]
  for (const change of cases) {
    expect(read(planConcentrated({ pool, known: undefined, touched: () => [] }), answers(change)).state).toBeUndefined()
    expect(read(planConcentrated({ pool, known, touched: () => [-600] }), answers(change)).state).toBeUndefined()
  }
  for (const selector of ['0xd0c93a7c', '0x5339c296', '0xf30dba93']) {
    const silent = answers(({ data }) => (data.startsWith(selector) ? undefined : null))
    expect(read(planConcentrated({ pool, known: undefined, touched: () => [] }), silent).state).toBeUndefined()
  }
})
