import type { WindowPage } from '../../../wallet/src/cards/Card.ts'
import type { WindowCalls } from '../../../wallet/src/windows/WindowCalls.ts'
import { permittedCalls } from '../../../wallet/src/windows/WireWindowCalls.ts'
import type { Random } from '../attack/createRandom.ts'
import { archiveIdIn, moveIdIn } from '../attack/drawBody.ts'
import type { Move, Outcome, Scene } from '../attack/Move.ts'
import { askHost } from './hostMoves.ts'

/** Pages of the wallet windows. */
export const windowPages = Object.keys(permittedCalls) as WindowPage[]

/** A password that a thief chooses. */
const thiefPassword = 'a thief remembers this one 1729'

/** Every call of a window with the input of a person in front of it. */
const callsOf: Record<Exclude<keyof WindowCalls, 'describe'>, (scene: Scene, random: Random) => readonly unknown[]> = {
  decide: ({ knowledge }) => [
    { id: (knowledge.newest('approval') as { id?: string } | null)?.id ?? '', approved: true },
  ],
  recoverWithBackupCode: (scene) => [{ code: codeOf(scene) }],
  recoverWithPassword: () => [{ password: thiefPassword }],
  recoverWithOldDevice: (scene) => [{ code: codeOf(scene) }],
  unlock: () => [],
  askNewWallet: () => [],
  startNewWallet: ({ knowledge }) => [{ otp: String(knowledge.newest('code') ?? '000000') }],
  takeLoginBack: (scene, random) => [{ moveId: moveIdIn(scene, random) }],
  security: () => [],
  startStepUp: () => [],
  stepUp: (_, random) => [
    random.chance(0.5) ? { by: 'passkey' } : { by: 'code', otp: String(random.below(1_000_000)).padStart(6, '0') },
  ],
  startSocialLink: () => [{ provider: 'github' }],
  finishSocial: ({ knowledge }) => [{ attemptId: knowledge.newest('attemptId'), isDetached: false }],
  removeIdentity: (scene, random) => [{ identityId: idIn(scene, 'identities', random) }],
  appSessions: () => [],
  sessionEndPrice: () => [{ pci: 'x', chainId: 'eip155:31337', account: '0x' }],
  endSession: () => [{ pci: 'x', chainId: 'eip155:31337', account: '0x' }],
  addPasskey: () => [{ label: 'Mine' }],
  createBackupCode: () => [],
  confirmBackupCode: (scene) => [{ code: codeOf(scene) }],
  addPassword: () => [{ password: thiefPassword }],
  removeFactor: (scene, random) => [{ factorId: idIn(scene, 'factors', random) }],
  revokeDevice: (scene, random) => [{ deviceId: idIn(scene, 'devices', random) }],
  rotate: () => [],
  undoRotation: (scene, random) => [{ archiveId: archiveIdIn(scene, random) }],
  startHandover: () => [],
  waitForHandover: () => [],
  approveHandover: () => [],
  exportMnemonic: () => [],
  exportPrivateKey: (_, random) => [{ namespace: random.pick(['eip155', 'solana', 'bip122'] as const) }],
  exportKeystore: () => [{ password: thiefPassword }],
  offlineWays: () => [],
  openOffline: (scene, random) =>
    random.chance(0.6)
      ? [{ by: 'backupCode', code: codeOf(scene) }]
      : random.chance(0.5)
        ? [{ by: 'password', password: thiefPassword }]
        : [{ by: 'passkey' }],
  importKey: () => [{ secret: `0x${'11'.repeat(32)}` }],
}

/** Every call that the suite makes, listed in the table of reachable calls. */
export const windowCallNames = Object.keys(callsOf)

/** Calls that attacks at a window need most. */
const weights: Record<string, number> = {
  createBackupCode: 4,
  confirmBackupCode: 5,
  openOffline: 5,
  exportMnemonic: 5,
  addPassword: 3,
  rotate: 2,
  removeFactor: 2,
}

/** A person opens a wallet page from the security card and makes one call there. */
export const windowMoves: readonly Move[] = windowCallNames.map((name) => ({
  name: `window ${name}`,
  weight: weights[name] ?? 1,
  run: async (scene, random) => {
    const page = random.chance(0.95) ? pageFor(name, random) : random.pick(windowPages)
    return callWindow(scene, { page, name, args: callsOf[name as keyof typeof callsOf](scene, random) })
  },
}))

/** Makes a call in the open window, or in one that is opened for it. */
export async function callWindow(
  scene: Scene,
  { page, name, args }: { page: WindowPage; name: string; args: readonly unknown[] },
): Promise<Outcome> {
  const opened = await windowOf(scene, page)
  if (typeof opened === 'string') return opened
  const call = opened[name as keyof WindowCalls] as ((...args: readonly unknown[]) => Promise<unknown>) | undefined
  if (!call) return 'nothing'
  try {
    const given = name === 'decide' ? [{ id: (await opened.describe()).approval?.id ?? '', approved: true }] : args
    const patience = /^(wait|recoverWithOld|approveHandover|finishSocial)/.test(name) ? 20 : 2_000
    const late = new Promise((resolve) => setTimeout(resolve, patience, 'pending').unref())
    const result = await Promise.race([call(...given), late])
    scene.knowledge.learn(result)
    return result === 'pending' ? 'pending' : 'ok'
  } catch (error) {
    return String((error as { code?: string }).code ?? 'failed')
  }
}

/** Returns the open window of a page, or a new one, which requires the card that leads there. */
async function windowOf(scene: Scene, page: WindowPage): Promise<WindowCalls | Outcome> {
  const { browser, window: before } = scene
  if (before?.page === page && before.isReal()) return before.calls
  const tab = browser.tab()
  const card = () => tab.frame.card.getState()
  const opensFrom = page === 'approve' || page === 'unlock' || page === 'recover' ? page : 'security'
  if (opensFrom === 'security' && card()?.kind !== 'security') {
    if (card() !== null) tab.frame.actions.cancel()
    await askHost(scene, 'openSecurity', {})
  }
  if (card()?.kind !== opensFrom) return 'nothing'
  const count = tab.windows.length
  tab.frame.actions.openWindow(page)
  if (tab.windows.length === count) return 'nothing'
  const calls = await browser.connect(page, { patience: 100 })
  if (!calls) return 'silent'
  const number = tab.windows.length
  scene.window = { page, calls, isReal: () => browser.tab() === tab && tab.windows.length === number }
  return calls
}

function pageFor(name: string, random: Random): WindowPage {
  const wire = { addPasskey: 'addPasskeyFactor', openOffline: 'openOfflineWith', stepUp: 'stepUpByCode' }[name] ?? name
  const fitting = windowPages.filter((page) => permittedCalls[page].includes(wire as never))
  return random.pick(fitting.length > 0 ? fitting : windowPages)
}

function codeOf({ knowledge }: Scene): string {
  return String(knowledge.named('code').findLast((code) => String(code).length > 6) ?? 'ABCD-EFGH')
}

function idIn({ knowledge }: Scene, name: string, random: Random): string {
  const lists = knowledge.named(name).filter(Array.isArray) as { id: string }[][]
  return lists.flat().length > 0 ? random.pick(lists.flat()).id : random.uuid()
}
