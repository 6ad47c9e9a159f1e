import { createKnowledge } from '../attack/createKnowledge.ts'
import { createMachine, nextKey } from '../attack/createMachine.ts'
import { createRandom, type Random } from '../attack/createRandom.ts'
import type { Move, Scene } from '../attack/Move.ts'
import type { Attacker } from '../attackers.ts'
import { type Gain, judgeRun } from '../judge/judgeRun.ts'
import { prefixAddress } from '../moves/prefixMoves.ts'
import type { Shape } from '../world/createOwner.ts'
import type { World } from '../world/startWorld.ts'
import type { Pool } from './createPool.ts'

/** A repeatable run. */
export type Script = { attacker: string; seed: string; shape: Shape; steps: readonly { move: string; seed: string }[] }

/** Result of a run. */
export type Result = { script: Script; outcomes: string[]; gains: Gain[] }

/** Maximum steps of a run. */
const mostSteps = 12

/** Draws the steps of a run from its seed; `planned`: probability that they follow a plan. */
export function drawScript(attacker: Attacker, seed: string, planned = 0.35): Script {
  const random = createRandom(seed)
  const length = 1 + random.below(mostSteps)
  const moves: string[] = []
  // An attacker who can log in mostly does so first.
  if (attacker.login !== undefined && random.chance(0.8)) moves.push(attacker.login)
  const plan = attacker.plans.length > 0 && random.chance(planned) ? [...random.pick(attacker.plans)] : []
  while (moves.length < length || plan.length > 0) {
    const next = plan.length > 0 && !random.chance(0.2) ? plan.shift() : pickMove(attacker.moves, random).name
    if (next !== undefined) moves.push(next)
    if (moves.length === mostSteps) break
  }
  return {
    attacker: attacker.name,
    seed,
    shape: random.pick(attacker.shapes),
    steps: moves.map((move, index) => ({ move, seed: `${seed}:${index}` })),
  }
}

/** Parameters of a run. */
type Run = { world: World; pool: Pool; attacker: Attacker; script: Script }

/** Milliseconds that a run may take on a busy machine. */
const patience = 240_000

/** Plays a run and judges it. A run that does not end counts as denial of service: it waits for an answer that never comes. */
export async function playRun(run: Run): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const outcomes: string[] = []
  const late = new Promise<Result>((resolve) => {
    timer = setTimeout(() => {
      const gain: Gain = { kind: 'denial', detail: 'the run comes to no end' }
      resolve({ script: run.script, outcomes, gains: [gain] })
    }, patience)
  })
  const result = await Promise.race([playToEnd(run, outcomes), late])
  clearTimeout(timer)
  return result
}

async function playToEnd({ world, pool, attacker, script }: Run, outcomes: string[]): Promise<Result> {
  await world.tidy({ keepCounters: attacker.isPrefix === true })
  const owner = await pool.take(script.shape, attacker.state)
  const [browser] = owner.browsers
  if (!browser) throw new Error('An owner has no browser')
  const knowledge = createKnowledge()
  const addresses = createRandom(`${script.seed}:addresses`)
  const scene: Scene = {
    world,
    owner,
    knowledge,
    machine: createMachine({
      world,
      knowledge,
      key: await nextKey(),
      ...(attacker.isPrefix ? { address: () => prefixAddress(addresses) } : {}),
    }),
    browser,
    allowed: new Set(),
    ordered: [],
    open: [],
    asked: [],
    window: null,
    rights: attacker.rights,
  }
  // An attacker at the site or the browser has read its earlier emails: only new ones count.
  const tab = browser.tab()
  const [seenMessages, seenEvents] = [tab.messages.length, browser.keyEvents.length]
  browser.keyEvents.splice(0, seenEvents)
  for (const { move: name, seed } of script.steps) {
    const move = attacker.moves.find((one) => one.name === name)
    outcomes.push(move ? await play(move, scene, createRandom(seed)) : 'unknown move')
  }
  if (attacker.state !== 'away') knowledge.learn(tab.messages.slice(seenMessages))
  const { gains, isUntouched } = await judgeRun(scene)
  if (scene.machine.userIds.has(owner.userId)) await world.expel(owner)
  if (!isUntouched || gains.length > 0) pool.drop(owner)
  return { script, outcomes, gains }
}

async function play(move: Move, scene: Scene, random: Random): Promise<string> {
  try {
    return await move.run(scene, random)
  } catch (error) {
    const { failure, code, message } = error as { failure?: { code: string }; code?: string; message?: string }
    return failure?.code ?? code ?? `error: ${String(message).slice(0, 160)}`
  }
}

function pickMove(moves: readonly Move[], random: Random): Move {
  let left = random.next() * moves.reduce((sum, { weight }) => sum + weight, 0)
  for (const move of moves) {
    left -= move.weight
    if (left <= 0) return move
  }
  return random.pick(moves)
}
