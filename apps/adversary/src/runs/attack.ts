import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { seed as fuzzSeed, isFull } from '../../../../scripts/lib/fuzz.mjs'
import type { Script } from './playRun.ts'
import { type Count, printCounts, runAttacks } from './runAttacks.ts'

const corpus = fileURLToPath(new URL('corpus.json', import.meta.url))
/** All attackers together. */
const runs = Number(process.env.ADVERSARY_RUNS ?? 10_000)
/** `npm test` plays the same runs every time, the full tier others. */
const seed = process.env.ADVERSARY_SEED ?? (isFull ? String(fuzzSeed) : '2026-11-22')

/**
 * Plays the runs of some attackers: first those with an earlier gain, then new ones. Prints the figures, and writes a run with a gain
 * into `corpus.json` in its shortest form.
 */
export async function attack(names: readonly string[]): Promise<Count[]> {
  const scripts = readCorpus()
  const counts = await runAttacks({ names, runs, seed, scripts })
  console.log(`seed ${seed}\n${printCounts(counts)}`)
  const found = counts.flatMap(({ gains }) => gains.slice(0, 2).map(({ script }) => script))
  const known = new Set(scripts.map((script) => JSON.stringify(script)))
  const fresh = found.filter((script) => !known.has(JSON.stringify(script)))
  if (fresh.length > 0) writeFileSync(corpus, `${JSON.stringify([...readCorpus(), ...fresh], null, 2)}\n`)
  return counts
}

/** Returns the gains as text; empty if there are none. */
export function gainsOf(counts: readonly Count[]): string[] {
  return counts.flatMap(({ attacker, gains }) =>
    gains.flatMap((result) => result.gains.map(({ kind, detail }) => `${attacker}: ${kind}: ${detail}`)),
  )
}

function readCorpus(): Script[] {
  return JSON.parse(readFileSync(corpus, 'utf8')) as Script[]
}
