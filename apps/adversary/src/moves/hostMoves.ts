import { type FrameRequestType, frameRequests } from '@latchkey/protocol/wallet'
import { drawBody } from '../attack/drawBody.ts'
import type { Move, OpenRequest, Outcome, Scene } from '../attack/Move.ts'
import { drawRpc } from './drawRpc.ts'

/** Every request that a page may send to the frame. */
export const frameRequestTypes = Object.keys(frameRequests) as FrameRequestType[]

/** `signOut` ends the run for the page itself, so it is drawn rarely. */
const weights: Partial<Record<FrameRequestType, number>> = {
  rpc: 14,
  signOut: 0.15,
  openSecurity: 2,
  ensureProtected: 2,
  updateEmail: 2,
}

/** One move for each request of the protocol, sent by a script in the site. */
export const hostMoves: readonly Move[] = frameRequestTypes.map((type) => ({
  name: `host ${type}`,
  weight: weights[type] ?? 0.7,
  run: (scene, random) => {
    const payload = type === 'rpc' ? drawRpc(scene, random) : drawBody(frameRequests[type].payload, scene, random)
    return askHost(scene, type, payload)
  },
}))

/** Sends a request as the page, and waits for its answer or for a card. Later answers are recorded when they arrive. */
export async function askHost(scene: Scene, type: FrameRequestType, payload: unknown): Promise<Outcome> {
  const { knowledge, browser } = scene
  const tab = browser.tab()
  const { answer } = tab.begin(type, payload)
  let outcome: Outcome | undefined
  answer.then(
    (result) => {
      outcome = 'ok'
      knowledge.learn(result)
    },
    (error: { failure?: { code?: string } }) => {
      outcome = error.failure?.code ?? 'failed'
      knowledge.learn(error.failure)
    },
  )
  if (type === 'rpc') scene.asked.push(payload)
  scene.open.push({ type, payload, isOver: () => outcome !== undefined })
  await settle(scene, () => outcome !== undefined)
  return outcome ?? 'pending'
}

/** Waits until a condition holds, the frame waits for the visitor, or nothing is pending. */
export async function settle({ browser }: Scene, isOver: () => boolean): Promise<void> {
  const tab = browser.tab()
  for (let turn = 0; turn < 40 && !isOver(); turn += 1) {
    const card = tab.frame.card.getState()
    const isWaiting =
      card !== null && !(card.kind === 'approve' && (card.state === 'reading' || card.state === 'signing'))
    if (isWaiting && turn > 2) return
    await new Promise((resolve) => (turn < 6 ? setImmediate(resolve) : setTimeout(resolve, 1)))
  }
}

/** Returns the request of an approval card: one prompt is open at a time. */
export function promptOf({ open }: Scene): OpenRequest | undefined {
  return open.find(({ type, isOver }) => type === 'rpc' && !isOver())
}
