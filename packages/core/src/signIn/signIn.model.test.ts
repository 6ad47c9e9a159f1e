import { LatchkeyError } from '@latchkey/protocol'
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { runs } from '../../../../scripts/lib/fuzz.mjs'
import { flush, walletIds } from '../testing/createFakeBrowser.ts'
import {
  createSignInBrowser,
  type SignInBrowser,
  type SignInMode,
  type SignInTab,
} from '../testing/createSignInBrowser.ts'
import { settle } from '../testing/createTestEnvironment.ts'
import { siwxTimeout } from './createSignInEngine.ts'
import { signTimeout } from './createSigning.ts'

const modes: readonly SignInMode[] = ['required', 'optional', 'on demand']
/** Largest number of requests to the server after one step. It detects loops. */
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

const walletOf = (...indexes: readonly number[]) =>
  fc.constantFrom(...indexes).map((index) => walletIds[index] ?? ('dev.a' as const))
/** The steps of one run, which starts with a browser without connections. */
const walk = fc.noBias(
  fc.array(
    fc.record<Step>({
      name: fc.constantFrom(...stepNames),
      tab: fc.constantFrom(0, 0, 0, 1),
      // Usually one of the first two, which are of the app's network family.
      wallet: fc.oneof({ weight: 2, arbitrary: walletOf(0, 1) }, walletOf(0, 1, 2, 3)),
    }),
    { minLength: 1, maxLength: 400, size: 'max' },
  ),
)

class Violation extends Error {}

function hold(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Violation(what)
}

const isShown = ({ modal }: SignInTab) =>
  modal.getState().history.some(({ name }) => name === 'SIWXSignMessage' || name === 'ConnectingSiwe')
/** Number of sign-ins after a step, in total and through a connection. */
let signedIn = 0
let taken = 0

/** Checks the invariants after every step, in every tab. */
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
      // A page that becomes visible catches up on missed changes.
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
      // Requests to the server time out.
      if (server.queue.length > 0) for (const each of world.tabs) each.outdated = true
      return browser.advance(siwxTimeout)
    case 'reload':
      world.reload(index)
  }
}

async function run(mode: SignInMode, steps: readonly Step[]): Promise<void> {
  const world = createSignInBrowser(mode)
  const { server, browser, requests } = world
  await flush()
  try {
    for (const step of steps) {
      const asked = server.asked
      if (server.away && server.queue.length > 0) for (const tab of world.tabs) tab.outdated = true
      await take(step, world)
      await flush()
      taken++
      hold(server.asked - asked < mostAsked, `${step.name}: the server was asked ${server.asked - asked} times`)
      for (const { data, inUse, id } of requests)
        hold(
          inUse === `${data.chainId}:${data.accountAddress}`,
          `${id} was asked to sign for ${data.accountAddress}, ${inUse} was in use`,
        )
      for (const index of [0, 1] as const) checkTab(index, world, mode)
    }
    // All pending operations end, and then every visitor can sign in.
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
  } finally {
    world.close()
  }
}

test('behavior: threats 135 and 136: with random wallets, tabs, servers and visitors, there is no sign-in without its record and no needless request', async () => {
  // Each refusal and aborted attempt creates an error whose stack is not needed.
  Error.stackTraceLimit = 0
  const property = fc.asyncProperty(fc.constantFrom(...modes), walk, run)
  await fc.assert(property, { numRuns: runs({ fast: 30, full: 300 }) })
  expect(signedIn).toBeGreaterThan(taken / 10)
}, 240_000)

test('error: the model detects a missing sign-in, and a required view that can be closed', async () => {
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
