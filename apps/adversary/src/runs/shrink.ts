import type { Attacker } from '../attackers.ts'
import type { World } from '../world/startWorld.ts'
import type { Pool } from './createPool.ts'
import { playRun, type Result } from './playRun.ts'

/** Removes steps of a run as long as it still reaches the same kind of gain. */
export async function shrink({
  world,
  pool,
  attacker,
  result,
}: {
  world: World
  pool: Pool
  attacker: Attacker
  result: Result
}): Promise<Result> {
  const kinds = new Set(result.gains.map(({ kind }) => kind))
  let shortest = result
  for (let index = result.script.steps.length - 1; index >= 0; index -= 1) {
    const steps = shortest.script.steps.filter((_, place) => place !== index)
    if (steps.length === 0) break
    const next = await playRun({ world, pool, attacker, script: { ...shortest.script, steps } })
    if (next.gains.some(({ kind }) => kinds.has(kind))) shortest = next
  }
  return shortest
}
