import { attackers } from '../attackers.ts'
import { findDenial } from '../judge/judgeRun.ts'
import { startWorld, type Tamper } from '../world/startWorld.ts'
import { createPool } from './createPool.ts'
import { drawScript, playRun, type Result, type Script } from './playRun.ts'
import { shrink } from './shrink.ts'

/** The figures of one attacker. */
export type Count = {
  attacker: string
  runs: number
  steps: number
  /** Successful steps. */
  done: number
  /** The other steps, by their outcome. */
  refused: Map<string, number>
  gains: Result[]
}

/** Number of gains of each attacker that are shortened. */
const shrunk = 2
/** Number of runs of one prefix after which another visitor tries to log in. */
const denialEvery = 20

/**
 * Plays runs against a separate world.
 *
 * @param options.wanted a gain of this kind ends the runs
 */
export async function runAttacks({
  names,
  runs,
  seed,
  tamper,
  scripts = [],
  wanted,
  planned,
}: {
  /** Names of attackers. */
  names: readonly string[]
  /** Runs of all attackers together; each plays its share of 1,000. */
  runs: number
  seed: string
  tamper?: Tamper
  /** Played first. */
  scripts?: readonly Script[]
  wanted?: string
  /** Probability that a run follows a plan. */
  planned?: number
}): Promise<Count[]> {
  const world = await startWorld(tamper ? { tamper } : {})
  const pool = createPool({ world })
  const counts: Count[] = []
  try {
    for (const attacker of attackers.filter(({ name }) => names.includes(name))) {
      const count: Count = { attacker: attacker.name, runs: 0, steps: 0, done: 0, refused: new Map(), gains: [] }
      counts.push(count)
      const own = scripts.filter((script) => script.attacker === attacker.name)
      const total = Math.round((runs * attacker.share) / 1_000)
      for (let index = 0; index < own.length + total; index += 1) {
        const script = own[index] ?? drawScript(attacker, `${seed}/${attacker.name}/${index - own.length}`, planned)
        const result = await playRun({ world, pool, attacker, script })
        if (result.gains.some(({ kind }) => kind === wanted)) {
          count.gains.push(result)
          break
        }
        const isFirst = count.gains.length < shrunk
        note(count, result.gains.length > 0 && isFirst ? await shrink({ world, pool, attacker, result }) : result)
        if (attacker.isPrefix && index % denialEvery === denialEvery - 1) {
          const gains = await findDenial({ world })
          if (gains.length > 0) count.gains.push({ script, outcomes: [], gains })
        }
      }
    }
  } finally {
    pool.stop()
    await world.stop()
  }
  return counts
}

function note(count: Count, result: Result) {
  count.runs += 1
  count.steps += result.outcomes.length
  for (const outcome of result.outcomes) {
    if (outcome === 'ok') count.done += 1
    else count.refused.set(outcome, (count.refused.get(outcome) ?? 0) + 1)
  }
  if (result.gains.length > 0) count.gains.push(result)
}

/** Returns the figures as text: one block for each attacker, each gain as a script, and the sum. */
export function printCounts(counts: readonly Count[]): string {
  const lines = counts.flatMap(({ attacker, runs, steps, done, refused, gains }) => [
    `${attacker}: ${runs} runs, ${steps} steps, ${done} answered, ${steps - done} refused, ${gains.length} gains`,
    `  ${[...refused]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 24)
      .map(([code, times]) => `${code} ${times}`)
      .join(', ')}`,
    ...gains.map(printGain),
  ])
  const sum = (read: (count: Count) => number) => counts.reduce((total, count) => total + read(count), 0)
  lines.push(
    `In all: ${sum(({ runs }) => runs)} runs, ${sum(({ steps }) => steps)} steps, ${sum(({ gains }) => gains.length)} gains`,
  )
  return lines.join('\n')
}

/** A gain with its steps. */
function printGain({ script, outcomes, gains }: Result): string {
  return [
    ...gains.map(({ kind, detail }) => `  GAIN ${kind}: ${detail}`),
    `    seed ${script.seed}, ${JSON.stringify(script.shape)}`,
    ...script.steps.map(({ move }, index) => `    ${index + 1}. ${move} → ${outcomes[index] ?? ''}`),
  ].join('\n')
}
