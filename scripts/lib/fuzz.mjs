// How property tests draw their cases. `npm test` runs at most 300 of each property, the same every time, and those of the corpus.
// `LATCHKEY_FUZZ=full` runs all cases of a test, new ones in every run. It stores failures in the corpus: a file beside the test
// (`fuzz/<test>.json`), to be committed with the fix.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect } from 'vitest'

/** Whether this is the full tier. */
export const isFull = process.env.LATCHKEY_FUZZ === 'full'
const mostRuns = 300
const usualRuns = 100
const usualSeed = 20_261_120

/** Where all draws of this run begin. `LATCHKEY_FUZZ_SEED` repeats one. */
export const seed = isFull ? Number(process.env.LATCHKEY_FUZZ_SEED || Math.floor(Math.random() * 2 ** 31)) : usualSeed
if (isFull) console.log(`Properties draw from seed ${seed}: LATCHKEY_FUZZ_SEED=${seed} repeats it`)

/**
 * How often to run something dear, where 300 times would take too long for `npm test`.
 *
 * @param {{ fast: number, full: number }} numbers
 */
export const runs = ({ fast, full }) => (isFull ? full : fast)

let asserted = 0
/** Called before each test: its properties are told apart by their order. */
export function beginProperties() {
  asserted = 0
}

/**
 * `fc.assert` for all tests: runs earlier failures first, then the drawn cases.
 *
 * @template T
 * @param {fc.IRawProperty<T>} property
 * @param {fc.Parameters<T>} [parameters]
 * @returns {void | Promise<void>} a promise for an asynchronous property
 */
export function assertProperty(property, parameters = {}) {
  const { testPath = '', currentTestName = '' } = expect.getState()
  asserted += 1
  const name = asserted === 1 ? currentTestName : `${currentTestName} (${asserted})`
  const path = join(dirname(testPath), 'fuzz', basename(testPath).replace(/\.test\.tsx?$/, '.json'))
  const corpus = readCorpus(path)
  const old = (corpus[name] ?? []).map((entry) => ({ ...parameters, numRuns: 1, ...replay(entry) }))
  const numRuns = parameters.numRuns ?? usualRuns
  const drawn = isFull
    ? { ...parameters, numRuns, seed }
    : { ...parameters, numRuns: Math.min(numRuns, mostRuns), seed: parameters.seed ?? seed }
  /** @param {fc.RunDetails<T>} details */
  const report = (details) => {
    if (!details.failed) return
    if (isFull && details.counterexample !== null) {
      const entries = corpus[name] ?? []
      const entry = toEntry(details)
      if (!entries.some((other) => isDeepStrictEqual(other, entry))) {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, `${JSON.stringify({ ...corpus, [name]: [...entries, entry] }, undefined, 2)}\n`)
      }
    }
    throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance })
  }
  const rounds = [...old, drawn]
  if (property.isAsync())
    return (async () => {
      for (const round of rounds) report(await fc.check(property, round))
    })()
  for (const round of rounds) report(/** @type {fc.RunDetails<T>} */ (fc.check(property, round)))
}

/**
 * A case that failed: itself where JSON can hold it, else how it was drawn.
 *
 * @typedef {{ example: unknown[] } | { seed: number, run: number, counterexample: string }} Entry
 */

/** @param {string} path @returns {Record<string, Entry[]>} */
function readCorpus(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** @param {Entry} entry */
function replay(entry) {
  return 'example' in entry ? { examples: [entry.example] } : { seed: entry.seed, path: String(entry.run) }
}

/** @param {fc.RunDetails<any>} details @returns {Entry} */
function toEntry({ seed, counterexample, counterexamplePath }) {
  const example = toJson(counterexample)
  if (isDeepStrictEqual(example, counterexample)) return { example }
  // Only the start of the path: the case before shrinking does not depend on how a library shrinks.
  return { seed, run: Number(counterexamplePath?.split(':')[0]), counterexample: fc.stringify(counterexample) }
}

/** @param {unknown} value */
function toJson(value) {
  try {
    return JSON.parse(JSON.stringify(value))
  } catch {
    return undefined
  }
}
