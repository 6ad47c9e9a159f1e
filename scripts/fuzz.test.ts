import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const folder = join(import.meta.dirname, 'fuzz')
const readCorpus = () => JSON.parse(readFileSync(join(folder, 'fuzz.json'), 'utf8'))
const clean = () => rmSync(folder, { recursive: true, force: true })
beforeEach(clean)
afterEach(() => {
  clean()
  vi.unstubAllEnvs()
})

/** As the tests of one tier have it. */
async function load(tier: '' | 'full') {
  vi.stubEnv('LATCHKEY_FUZZ', tier)
  vi.resetModules()
  const { assertProperty, beginProperties, runs } = await import('./lib/fuzz.mjs')
  /** The inputs of a property that holds below a limit. */
  const play = <Value>(values: fc.Arbitrary<Value>, holds: (value: Value) => boolean, numRuns = 5_000) => {
    const seen: Value[] = []
    let failure: unknown
    const property = fc.property(values, (value) => {
      seen.push(value)
      return holds(value)
    })
    beginProperties()
    try {
      assertProperty(property, { numRuns })
    } catch (error) {
      failure = error
    }
    return { seen, failure }
  }
  return { play, runs }
}

test('default: 300 cases, the same each time; the full tier runs all cases with a new seed', async () => {
  const [one, other] = [await load(''), await load('')]
  const { seen } = one.play(fc.integer(), () => true)
  expect(seen).toHaveLength(300)
  expect(other.play(fc.integer(), () => true).seen).toEqual(seen)
  const full = await load('full')
  const drawn = full.play(fc.integer(), () => true).seen
  expect(drawn).toHaveLength(5_000)
  expect(drawn.slice(0, 300)).not.toEqual(seen)
  expect([one, full].map(({ runs }) => runs({ fast: 1, full: 2 }))).toEqual([1, 2])
  expect(existsSync(folder)).toBe(false)
})

describe('a failure of the full tier is stored and runs first', () => {
  test('behavior: in its smallest form, where JSON can hold it', async () => {
    const holds = (value: number) => value < 1_000
    const full = await load('full')
    expect(full.play(fc.nat(), holds).failure).toMatchObject({ message: expect.stringContaining('[1000]') })
    expect(Object.values(readCorpus())).toEqual([[{ example: [1_000] }]])
    const fast = await load('')
    expect(fast.play(fc.nat(), holds)).toMatchObject({ seen: { 0: 1_000 }, failure: expect.any(Error) })
    expect(fast.play(fc.nat(), () => true).seen).toHaveLength(301)
    // Once is enough.
    full.play(fc.nat(), holds)
    expect(Object.values(readCorpus())).toEqual([[{ example: [1_000] }]])
  })

  test('behavior: by how it was drawn, where not', async () => {
    const holds = (value: bigint) => value < 1_000n
    const full = await load('full')
    full.play(fc.bigInt({ min: 0n, max: 2n ** 60n }), holds)
    const [[entry]] = Object.values(readCorpus()) as [[{ seed: number; run: number; counterexample: string }]]
    expect(entry).toEqual({ seed: expect.any(Number), run: expect.any(Number), counterexample: '[1000n]' })
    const fast = await load('')
    const [first] = fast.play(fc.bigInt({ min: 0n, max: 2n ** 60n }), () => true).seen
    expect(first).toBeGreaterThanOrEqual(1_000n)
  })
})
