import { LatchkeyError } from '@latchkey/protocol'
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { runs } from '../../../../scripts/lib/fuzz.mjs'
import {
  type Browser,
  createBrowser,
  type FakeWallet,
  flush,
  type Tab,
  walletIds,
} from '../testing/createFakeBrowser.ts'
import { settle } from '../testing/createTestEnvironment.ts'
import { awaitTimeout, connectTimeout, silentTimeout } from './createConnectionEngine.ts'

type Step = { name: StepName; tab: 0 | 1; wallet: (typeof walletIds)[number]; number: number }

/** Weights of the steps. They keep several wallets connected most of the time, because the rules for one wallet are simple. */
const weights = {
  agree: 8,
  connect: 3,
  approve: 3,
  reject: 1,
  cancel: 1,
  accountChange: 2,
  chainChange: 2,
  emptyAccounts: 1,
  expire: 1,
  vanish: 1,
  appear: 4,
  hang: 1,
  recover: 4,
  disconnectOne: 1,
  disconnectAll: 0.2,
  select: 4,
  selectAddress: 2,
  wait: 2,
  reload: 1,
  reloadAndWait: 0.5,
}
const stepNames = (Object.keys(weights) as StepName[]).flatMap((name) => Array<StepName>(weights[name] * 10).fill(name))
type StepName = keyof typeof weights

beforeAll(() => import('./createConnectionEngine.ts'))

/** The steps of one run, which starts with a browser without connections. */
const walk = fc.noBias(
  fc.array(
    fc.record<Step>({
      name: fc.constantFrom(...stepNames),
      tab: fc.constantFrom(0, 0, 0, 1),
      wallet: fc.constantFrom(...walletIds),
      number: fc.nat({ max: 2 }),
    }),
    { minLength: 1, maxLength: 400, size: 'max' },
  ),
)

class Violation extends Error {}

function hold(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Violation(what)
}

/** Whether the selected wallet is the same as before, or there was none. */
const stays = (tab: Tab, before: string | undefined) => before === undefined || inUse(tab) === before

const idsOf = ({ connection }: Tab) => connection.getState().connections.map(({ account }) => account.connector.id)

const inUse = ({ connection }: Tab) => {
  const state = connection.getState()
  return state.status === 'connected' ? state.account.connector.id : undefined
}

/** Checks the invariants after every step, in every tab. */
function checkTab(tab: Tab, browser: Browser) {
  const state = tab.connection.getState()
  const ids = new Set<string>()
  for (const { account } of state.connections) {
    const { id } = account.connector
    hold(!ids.has(id), `two connections with ${id}`)
    ids.add(id)
    const wallet = browser.wallet(id)
    hold(wallet.permitted, `connected to ${id}, which is disconnected`)
    hold(account.chainId === wallet.chainId, `${id} is on ${wallet.chainId}, not on ${account.chainId}`)
    hold(wallet.addresses.includes(account.address), `${id} does not have ${account.address}`)
    hold(account.caipAddress === `${account.chainId}:${account.address}`, 'the CAIP-10 account does not fit')
    hold(browser.storedIds().includes(id), `${id} is live and not in the record`)
    const active = state.connections.filter((entry) => entry.active && entry.account.namespace === account.namespace)
    hold(active.length === 1, `${active.length} active connections in ${account.namespace}`)
  }
  if (state.status === 'connected')
    hold(state.connections[0]?.account === state.account, 'the account in use is not the first connection')
  else if (state.status !== 'reconnecting') hold(state.connections.length === 0, `${state.status} with connections`)
  hold((state.asking === undefined) === (tab.attempt === undefined), `asking ${state.asking?.id}, not ${tab.attempt}`)
  if (state.asking) hold(state.asking.id === tab.attempt, 'the wrong wallet is being asked')
}

/** Takes one step, and checks its expected result. */
async function take(step: Step, browser: Browser) {
  const tab = browser.tabs[step.tab]
  const { connection } = tab
  const wallet = browser.wallet(step.wallet)
  const before = inUse(tab)
  const isLive = (id: string) => idsOf(tab).includes(id)
  switch (step.name) {
    case 'agree':
      await take({ ...step, name: 'connect' }, browser)
      while (wallet.requests.length > 0) await take({ ...step, name: 'approve' }, browser)
      return
    case 'connect': {
      const isSilent = wallet.present && wallet.healthy && wallet.permitted
      tab.attempt = isSilent ? undefined : wallet.id
      connection.connect({ connectorId: wallet.id }).catch((error: unknown) => {
        hold(error instanceof LatchkeyError, `connect threw ${String(error)}`)
      })
      await flush()
      if (isSilent) hold(inUse(tab) === wallet.id, `${wallet.id} answered and is not in use`)
      else hold(stays(tab, before), 'asking a wallet changed which one is in use')
      return
    }
    case 'approve':
    case 'reject': {
      const request = wallet.requests.shift()
      if (!request) return
      const asker = browser.tabs.find((other) => other === request.tab)
      const isCurrent = asker?.attempt === wallet.id && request.isCurrent()
      const usedBefore = asker && inUse(asker)
      if (step.name === 'approve') wallet.permitted = true
      if (asker && isCurrent) asker.attempt = undefined
      request.answer(step.name === 'approve')
      await flush()
      if (!asker || !isCurrent) return
      if (step.name === 'approve') hold(inUse(asker) === wallet.id, `${wallet.id} agreed and is not in use`)
      else {
        hold(asker.connection.getState().failure?.code === 'user_rejected', 'the refusal is not told')
        hold(stays(asker, usedBefore), 'a refusal changed which wallet is in use')
      }
      return
    }
    case 'cancel':
      tab.attempt = undefined
      connection.cancel()
      await flush()
      hold(stays(tab, before), 'giving up changed which wallet is in use')
      return
    case 'accountChange':
      wallet.changeAccount()
      await flush()
      for (const other of browser.tabs)
        for (const { account } of other.connection.getState().connections)
          if (account.connector.id === wallet.id)
            hold(
              account.allAccounts.every(({ address }, index) => address === wallet.addresses[index]),
              `${wallet.id} chose another account, and ${account.address} is shown`,
            )
      return
    case 'chainChange':
      wallet.changeChain()
      return flush()
    case 'emptyAccounts':
    case 'expire': {
      const shown = shownIn(browser)
      const wasLive = browser.tabs.some((other) => idsOf(other).includes(wallet.id))
      wallet.revoke(step.name === 'expire' ? { type: 'disconnected' } : { type: 'accountsChanged', accounts: [] })
      await flush()
      for (const other of browser.tabs)
        hold(
          !other.connection.getState().connections.some(({ account }) => account.connector.id === wallet.id),
          'lives on',
        )
      if (wasLive) hold(!browser.storedIds().includes(wallet.id), `${wallet.id} ended and is in the record`)
      if (before !== wallet.id) hold(stays(tab, before), 'the end of another wallet moved the app')
      return holdShown(shown)
    }
    case 'vanish':
      wallet.present = false
      return
    case 'appear':
      wallet.present = true
      for (const { registry } of browser.tabs) registry.announce(wallet.id)
      await flush()
      // A waiting attempt continues, and ends immediately if it may.
      for (const other of browser.tabs)
        if (other.attempt === wallet.id && wallet.permitted && wallet.healthy && isAnswered(other))
          other.attempt = undefined
      return
    case 'hang':
      wallet.healthy = false
      return
    case 'recover': {
      const shown = shownIn(browser).filter(([other]) => other.attempt !== wallet.id)
      wallet.recover()
      await flush()
      for (const other of browser.tabs)
        if (other.attempt === wallet.id && wallet.permitted && isAnswered(other)) other.attempt = undefined
      return holdShown(shown)
    }
    case 'disconnectOne': {
      const shown = shownIn(browser)
      if (tab.attempt === wallet.id) tab.attempt = undefined
      connection.disconnect({ connectorId: wallet.id }).catch(() => {})
      await flush()
      hold(!isLive(wallet.id), `${wallet.id} was disconnected and is live`)
      hold(!browser.storedIds().includes(wallet.id), `${wallet.id} was disconnected and is in the record`)
      if (before !== wallet.id) hold(stays(tab, before), 'a disconnect of another moved the app')
      return holdShown(shown)
    }
    case 'disconnectAll':
      tab.attempt = undefined
      connection.disconnect().catch(() => {})
      await flush()
      hold(connection.getState().status === 'disconnected', 'not disconnected after a disconnect')
      for (const other of browser.tabs)
        hold(other.connection.getState().connections.length === 0, 'a tab stays connected after a disconnect')
      hold(browser.storedIds().length === 0, 'the record remembers a connection')
      return
    case 'select':
      if (!isLive(wallet.id)) return
      connection.select({ connectorId: wallet.id })
      await flush()
      return hold(inUse(tab) === wallet.id, 'the chosen wallet is not in use')
    case 'selectAddress':
      connection.selectAddress({ address: wallet.addresses[step.number] ?? '' })
      await flush()
      return hold(inUse(tab) === before, 'another address is of another wallet')
    case 'wait':
      return wait(browser, [awaitTimeout, silentTimeout, connectTimeout][step.number] ?? 0)
    case 'reload':
    case 'reloadAndWait': {
      browser.reload(step.tab)
      await flush()
      if (step.name === 'reload') return
      const due = browser.storedIds().filter((id) => browser.wallet(id).isReady())
      const [last] = browser.storedIds()
      await wait(browser, silentTimeout)
      if (last !== undefined && last === due[0])
        hold(inUse(browser.tabs[step.tab]) === last, `${last} was in use before, and is not after`)
      const { connections, status } = browser.tabs[step.tab].connection.getState()
      for (const id of due)
        hold(
          connections.some(({ account }) => account.connector.id === id),
          `${id} was not restored`,
        )
      hold(status !== 'reconnecting', 'still reconnecting after every time limit')
    }
  }
}

function isAnswered(tab: Tab): boolean {
  return tab.connection.getState().asking === undefined
}

const activeOf = ({ connection }: Tab) =>
  connection.getState().connections.flatMap(({ active, account }) => (active ? account.connector.id : []))

/** The shown wallet and the wallet of each family stay selected while they are connected, regardless of other wallets. */
const shownIn = (browser: Browser) =>
  browser.tabs.map((tab) => [tab, inUse(tab), inUse(tab) === undefined ? [] : activeOf(tab)] as const)
function holdShown(shown: ReturnType<typeof shownIn>) {
  for (const [tab, id, active] of shown) {
    if (id !== undefined && idsOf(tab).includes(id)) hold(inUse(tab) === id, `${id} was shown, and gave way by itself`)
    for (const other of active)
      if (idsOf(tab).includes(other)) hold(activeOf(tab).includes(other), `${other} was its family’s, and gave way`)
  }
}

/** Advances the time. Requests without an answer in time have ended. */
async function wait(browser: Browser, milliseconds: number) {
  const shown = shownIn(browser)
  await browser.advance(milliseconds)
  holdShown(shown)
  for (const tab of browser.tabs) if (tab.attempt !== undefined && isAnswered(tab)) tab.attempt = undefined
  if (milliseconds >= connectTimeout)
    for (const tab of browser.tabs) hold(isAnswered(tab), 'a wallet is asked for longer than the time limit')
}

/** Number of steps with at least two connected wallets in a tab. */
let crowded = 0
let taken = 0

async function run(steps: readonly Step[]): Promise<void> {
  const browser = createBrowser()
  await flush()
  try {
    for (const step of steps) {
      await take(step, browser)
      const live = browser.tabs.map((tab) => {
        checkTab(tab, browser)
        return idsOf(tab)
      })
      taken++
      if (live.some((ids) => ids.length > 1)) crowded++
      for (const id of walletIds) {
        const [listening, tabs] = [browser.listeners(id), live.filter((ids) => ids.includes(id)).length]
        hold(listening === tabs, `${listening} listen to ${id}, which is live in ${tabs} tabs`)
      }
    }
  } finally {
    browser.close()
  }
}

const { stackTraceLimit } = Error
afterEach(() => {
  Error.stackTraceLimit = stackTraceLimit
})

test('behavior: with random wallets, tabs and visitors, the connections follow the rules', async () => {
  // Each refusal and aborted attempt creates an error whose stack is not needed. Stacks take a fifth of the time.
  Error.stackTraceLimit = 0
  await fc.assert(fc.asyncProperty(walk, run), { numRuns: runs({ fast: 40, full: 500 }) })
  expect(crowded).toBeGreaterThan(taken / 2)
}, 240_000)

test('error: the model detects a connection to a disconnected wallet', async () => {
  const browser = createBrowser()
  await settle()
  const wallet: FakeWallet = browser.wallet('dev.a')
  await take({ name: 'connect', tab: 0, wallet: 'dev.a', number: 0 }, browser)
  await take({ name: 'approve', tab: 0, wallet: 'dev.a', number: 0 }, browser)
  checkTab(browser.tabs[0], browser)
  wallet.permitted = false
  expect(() => checkTab(browser.tabs[0], browser)).toThrow('which is disconnected')
  wallet.permitted = true
  wallet.chainId = 'eip155:7'
  expect(() => checkTab(browser.tabs[0], browser)).toThrow('not on')
  browser.close()
})
