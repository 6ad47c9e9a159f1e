import type { CardActions, WindowPage } from '../../../wallet/src/cards/Card.ts'
import type { Random } from '../attack/createRandom.ts'
import type { Move, Scene } from '../attack/Move.ts'
import { digestOf, isPlainMessage } from '../judge/plainMessage.ts'
import { promptOf, settle } from './hostMoves.ts'

/** All actions on a card. */
export const cardActions = [
  'submitCode',
  'resendCode',
  'cancel',
  'unlock',
  'recoverWithPasskey',
  'protectWithPasskey',
  'skipProtection',
  'confirmWithPasskey',
  'confirmWithProvider',
  'goOn',
  'readAgain',
  'openWindow',
  'approve',
  'reject',
] as const satisfies readonly (keyof CardActions)[]

const pages: readonly WindowPage[] = ['approve', 'unlock', 'recover', 'security', 'export', 'protect']

/** One move for each action: a click on the visible card, hidden from its owner or made by someone else. */
export const cardMoves: readonly Move[] = cardActions.map((action) => ({
  name: `card ${action}`,
  weight: action === 'approve' ? 10 : action === 'openWindow' ? 2 : 0.6,
  run: async (scene, random) => {
    const { browser } = scene
    const card = browser.tab().frame.card.getState()
    if (card === null) return 'nothing'
    scene.knowledge.learn(card)
    if (action === 'approve') return pressApprove(scene)
    press(scene, action, random)
    await settle(scene, () => browser.tab().frame.card.getState() !== card)
    return 'ok'
  },
}))

/** Presses `approve` on the visible card in the page. Only a plain message may be signed that way. */
async function pressApprove(scene: Scene) {
  const { browser, allowed } = scene
  const open = promptOf(scene)
  const tab = browser.tab()
  const card = tab.frame.card.getState()
  if (card?.kind !== 'approve') return 'nothing'
  const { method, params } = (open?.payload ?? {}) as { method?: string; params?: unknown }
  if (method === 'personal_sign' && isPlainMessage({ params, scene }))
    allowed.add(digestOf({ params, address: scene.owner.address }))
  tab.frame.actions.approve()
  await settle(scene, () => open?.isOver() ?? true)
  return card.place === 'card' ? 'ok' : 'window needed'
}

function press(
  { browser, knowledge }: Scene,
  action: Exclude<(typeof cardActions)[number], 'approve'>,
  random: Random,
) {
  const { actions } = browser.tab().frame
  if (action === 'submitCode') {
    const known = knowledge.named('code').filter((code) => /^\d{6}$/.test(String(code)))
    return actions.submitCode(known.length > 0 ? String(known.at(-1)) : '000000')
  }
  if (action === 'openWindow') return actions.openWindow(random.pick(pages))
  return actions[action]()
}
