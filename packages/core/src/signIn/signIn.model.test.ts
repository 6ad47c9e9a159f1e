import { LatchkeyError } from '@latchkey/protocol'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { flush, walletIds } from '../testing/createFakeBrowser.ts'
import {
  createSignInBrowser,
  type SignInBrowser,
  type SignInMode,
  type SignInTab,
} from '../testing/createSignInBrowser.ts'
import { settle } from '../testing/createTestEnvironment.ts'
import { siwxTimeout } from './createSignInRunner.ts'
import { signTimeout } from './createSigning.ts'

/** How many steps are taken in all, more where the environment says so; each run begins with a browser that never connected. */
const totalSteps = Number(process.env.LATCHKEY_MODEL_STEPS ?? 30_000)
const stepsPerRun = 200
const modes: readonly SignInMode[] = ['required', 'optional', 'on demand']
/** Whatever one step leads to, the server is not asked more often: nothing loops. */
const mostAsked = 40

const weights = {
  ...{ connect: 6, reject: 1, accountChange: 3, chainChange: 3, revoke: 1, disconnectOne: 1, disconnectAll: 0.3 },
  ...{ select: 3, press: 7, cancel: 1, close: 2, open: 2, sign: 9, decline: 2, signOut: 2, endAll: 1, look: 2 },
  ...{ away: 1, back: 5, slow: 1.5, fast: 3, answer: 4, lose: 1, wait: 0.4, reload: 0.7 },
}
type StepName = keyof typeof weights
const stepNames = (Object.keys(weights) as StepName[]).flatMap((name) => Array<StepName>(weights[name] * 10).fill(name))
type Step = { name: StepName; tab: 0 | 1; wallet: (typeof walletIds)[number] }

beforeAll(() => import('../connection/createConnectionEngine.ts'))
const { stackTraceLimit } = Error
afterEach(() => {
  Error.stackTraceLimit = stackTraceLimit
})

/** mulberry32: the same seed, the same steps. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function createSteps(seed: number): Step[] {
  const random = createRandom(seed)
  return Array.from({ length: stepsPerRun }, () => ({
    name: stepNames[random(stepNames.length)] ?? 'back',
    tab: random(4) === 0 ? 1 : 0,
    // Most of the time the first two, which are of the app's own family.
    wallet: walletIds[random(3) === 0 ? random(4) : random(2)] ?? 'dev.a',
  }))
}

class Violation extends Error {}

function hold(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Violation(what)
}

const isShown = ({ modal }: SignInTab) =>
  modal.getState().history.some(({ name }) => name === 'SIWXSignMessage' || name === 'ConnectingSiwe')
/** How often somebody was signed in at the end of a step, by how they came to be. */
let signedIn = 0

/** What must be so after every step, in every tab. */
function checkTab(index: 0 | 1, { browser, server, tabs }: SignInBrowser, mode: SignInMode) {
  const tab = tabs[index]
  const { status, subject, failure } = tab.signIn.getState()
  const state = browser.tabs[index].connection.getState()
  const listed = tab.networks.getState().active
  const account =
    state.status === 'connected' && listed?.caipNetworkId === state.account.chainId ? state.account : undefined
  hold(subject?.accountId === account?.caipAddress, `${subject?.accountId} is asked, ${account?.caipAddress} is in use`)
  hold((subject === undefined) === (status === 'idle'), `${status} with ${subject?.accountId}`)
  hold(failure === undefined || status === 'needed', `a failure while ${status}`)
  hold(tab.requests <= tab.presses, 'a wallet was asked without anybody’s doing')
  if (/signing|storing/.test(status)) hold(tab.underWay.size > 0, `${status}, and nobody waits for it`)
  if (status !== 'signedIn') tab.outdated = false
  else if (subject && server.queue.length === 0 && !tab.outdated)
    hold(server.sessions.has(subject.accountId), `${subject.accountId} is signed in without a session`)
  if (status === 'signedIn') signedIn++
  if (!isShown(tab)) tab.opened = false
  if (mode === 'on demand') hold(!isShown(tab) || tab.opened, 'the view opened, and nobody asked for it')
  if (status === 'signedIn' && !tab.opened) hold(!isShown(tab), 'signed in, and still asked')
  if (mode !== 'required' || !subject || status === 'signedIn') return
  if (status === 'needed') hold(isShown(tab), 'a session is required, and the view is not there')
  if (!isShown(tab)) return
  tab.modal.close()
  hold(isShown(tab), 'a view that binds was closed')
}

function press(tab: SignInTab) {
  const before = tab.signIn.getState().subject
  tab.presses++
  const pressed: Promise<unknown> = tab.signIn.signIn().then(
    ({ data }) => {
      tab.underWay.delete(pressed)
      if (before && data.accountAddress !== before.address)
        throw new Violation(`${data.accountAddress} signed for ${before.address}`)
    },
    (error: unknown) => {
      tab.underWay.delete(pressed)
      if (!(error instanceof LatchkeyError)) throw error
    },
  )
  tab.underWay.add(pressed)
}

async function take({ name, tab: index, wallet: id }: Step, world: SignInBrowser) {
  const { browser, server, requests } = world
  const tab = world.tabs[index]
  const { connection } = browser.tabs[index]
  const wallet = browser.wallet(id)
  const answerWallet = () => {
    while (wallet.requests.length > 0) wallet.requests.shift()?.answer(true)
  }
  switch (name) {
    case 'connect':
      connection.connect({ connectorId: id }).catch(() => {})
      await flush()
      wallet.permitted = true
      return answerWallet()
    case 'reject':
      return wallet.requests.shift()?.answer(false)
    case 'accountChange':
      return wallet.changeAccount()
    case 'chainChange':
      return wallet.changeChain()
    case 'revoke':
      return wallet.revoke({ type: 'accountsChanged', accounts: [] })
    case 'disconnectOne':
      return void connection.disconnect({ connectorId: id }).catch(() => {})
    case 'disconnectAll':
      return void connection.disconnect().catch(() => {})
    case 'select':
      return connection.select({ connectorId: id })
    case 'press':
      return press(tab)
    case 'cancel':
      return void tab.signIn.cancel().catch(() => {})
    case 'close':
      return tab.modal.close()
    case 'open':
      tab.opened = true
      return void tab.modal.open({ view: 'SIWXSignMessage' })
    case 'sign':
    case 'decline':
      return requests.shift()?.answer(name === 'sign')
    case 'signOut':
      return void tab.signIn.signOut().catch(() => {})
    case 'endAll':
      server.sessions.clear()
      return server.tell()
    case 'look':
      // Whoever comes back to a page learns what it missed.
      if (server.away) return
      for (const each of world.tabs) each.outdated = false
      return server.tell()
    case 'away':
    case 'back':
      server.away = name === 'away'
      return
    case 'slow':
    case 'fast':
      server.slow = name === 'slow'
      if (name === 'fast') for (const answer of server.queue.splice(0)) answer()
      return
    case 'answer':
      return server.queue.shift()?.()
    case 'lose':
      server.loses = true
      return
    case 'wait':
      // What the server was asked is given up.
      if (server.queue.length > 0) for (const each of world.tabs) each.outdated = true
      return browser.advance(siwxTimeout)
    case 'reload':
      world.reload(index)
  }
}

async function run(steps: readonly Step[], mode: SignInMode): Promise<string | undefined> {
  const world = createSignInBrowser(mode)
  const { server, browser, requests } = world
  await flush()
  try {
    for (const step of steps) {
      const asked = server.asked
      if (server.away && server.queue.length > 0) for (const tab of world.tabs) tab.outdated = true
      await take(step, world)
      await flush()
      hold(server.asked - asked < mostAsked, `${step.name}: the server was asked ${server.asked - asked} times`)
      for (const { data, inUse, id } of requests)
        hold(
          inUse === `${data.chainId}:${data.accountAddress}`,
          `${id} was asked to sign for ${data.accountAddress}, ${inUse} was in use`,
        )
      for (const index of [0, 1] as const) checkTab(index, world, mode)
    }
    // All that is under way comes to an end, and then whoever wants to sign in can.
    Object.assign(server, { away: false, slow: false, loses: false })
    for (const answer of server.queue.splice(0)) answer()
    await flush()
    for (const request of requests.splice(0)) request.answer(false)
    await flush()
    await browser.advance(signTimeout)
    server.tell()
    await flush()
    for (const tab of world.tabs) {
      hold(tab.underWay.size === 0, 'somebody still waits')
      const { status, subject } = tab.signIn.getState()
      hold(/idle|needed|signedIn/.test(status), `${status} at the end`)
      if (!subject) continue
      press(tab)
      await flush()
      for (const request of requests.splice(0)) request.answer(true)
      await flush()
      hold(tab.signIn.getState().status === 'signedIn', `${tab.signIn.getState().status} after a signature`)
      hold(!isShown(tab) || status === 'signedIn', 'signed in, and the view is still there')
    }
    return undefined
  } catch (error) {
    return String(error)
  } finally {
    world.close()
  }
}

/** Leaves steps out as long as the run still fails. */
async function shrink(steps: readonly Step[], mode: SignInMode): Promise<readonly Step[]> {
  let kept = steps
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let at = 0; at < kept.length; ) {
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)]
      if (await run(fewer, mode)) kept = fewer
      else at += size
    }
  return kept
}

test(`behavior: threats 135 and 136: whatever wallets, tabs, servers and visitors do in ${totalSteps.toLocaleString('en')} steps, nobody is signed in without a session, or asked without need`, async () => {
  const seed = Number(process.env.LATCHKEY_MODEL_SEED ?? 20_261_122)
  // Every refusal and every attempt that is given up is an error with a stack that nobody reads.
  Error.stackTraceLimit = 0
  for (let index = 0; index * stepsPerRun < totalSteps; index++) {
    const mode = modes[index % modes.length] as SignInMode
    const steps = createSteps(seed + index)
    const problem = await run(steps, mode)
    if (problem === undefined) continue
    const least = await shrink(steps, mode)
    const trace = least.map(({ name, tab, wallet }) => `${name} ${wallet} in tab ${tab}`).join('\n')
    expect.fail(`seed ${seed + index}, ${mode}: ${await run(least, mode)}\n${trace}`)
  }
  expect(signedIn).toBeGreaterThan(totalSteps / 10)
}, 240_000)

test('error: the model notices a session that is not there, and a view that does not bind', async () => {
  const world = createSignInBrowser('required')
  await settle()
  await take({ name: 'connect', tab: 0, wallet: 'dev.a' }, world)
  await settle()
  checkTab(0, world, 'required')
  await take({ name: 'press', tab: 0, wallet: 'dev.a' }, world)
  await settle()
  await take({ name: 'sign', tab: 0, wallet: 'dev.a' }, world)
  await settle()
  checkTab(0, world, 'required')
  world.server.sessions.clear()
  expect(() => checkTab(0, world, 'required')).toThrow('without a session')
  world.server.tell()
  await settle()
  checkTab(0, world, 'required')
  world.tabs[0].requests++
  expect(() => checkTab(0, world, 'required')).toThrow('without anybody’s doing')
  world.close()
})
