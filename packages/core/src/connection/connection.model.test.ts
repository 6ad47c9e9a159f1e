import type { VirtualWallet } from '@latchkey/testkit'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Latchkey } from '../Latchkey.ts'
import { connectionRecordKey } from '../storage/createConnectionStorage.ts'
import { createTestTabs, settle, type TestEnvironment } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { createTestWallet } from '../testing/createTestWallet.ts'
import { connectTimeout } from './createConnection.ts'

const ids = ['dev.a', 'dev.b'] as const
type Id = (typeof ids)[number]

/** What ought to be. */
type Model = {
  attempt: { id: Id; number: number } | undefined
  attempts: number
  held: Id | undefined
  record: Id | undefined
  wallets: Record<Id, { permitted: boolean; account: number; chain: number; queue: number[] }>
}

/** What is: one browser with a page that is reloaded now and then. */
type Real = {
  tabs: ReturnType<typeof createTestTabs>
  memories: Record<Id, Map<string, string>>
  environment: TestEnvironment
  wallets: Record<Id, VirtualWallet>
  kit: Latchkey
}

beforeAll(() => import('../chains/eip155/checksumAddress.ts'))

function load(real: Pick<Real, 'tabs' | 'memories'>): Real {
  const environment = real.tabs.open()
  const make = (id: Id) =>
    createTestWallet({
      page: environment.page(),
      rdns: id,
      policy: 'ask',
      storage: {
        getItem: (key) => real.memories[id].get(key) ?? null,
        setItem: (key, value) => void real.memories[id].set(key, value),
      },
    })
  const wallets = { 'dev.a': make('dev.a'), 'dev.b': make('dev.b') }
  return { ...real, environment, wallets, kit: createTestKit({ environment }) }
}

/** Another tab's write. */
async function writeElsewhere(real: Real, connectorId: Id | undefined) {
  const record = { version: 1, ...(connectorId ? { connectorId } : {}), recentConnectorIds: [] }
  real.tabs.storage.set(connectionRecordKey, JSON.stringify(record))
  real.environment.page().dispatchEvent(Object.assign(new Event('storage'), { key: connectionRecordKey }))
}

async function check(model: Model, real: Real) {
  await settle()
  const state = real.kit.connection.getState()
  const record = JSON.parse(real.tabs.storage.get(connectionRecordKey) ?? '{}') as { connectorId?: string }
  expect(record.connectorId).toBe(model.record)
  if (model.attempt) {
    expect(state).toMatchObject({ status: 'connecting', connector: { id: model.attempt.id } })
  } else if (model.held) {
    const { account, chain } = model.wallets[model.held]
    expect(state).toMatchObject({
      status: 'connected',
      account: {
        connector: { id: model.held },
        address: real.wallets[model.held].getState().accounts[account]?.address,
        chainId: `eip155:${chain}`,
      },
    })
  } else expect(state.status).toBe('disconnected')
}

function connect(model: Model, id: Id) {
  model.held = id
  model.record = id
  model.attempt = undefined
}

function loseHeld(model: Model) {
  model.held = undefined
  model.record = undefined
}

type Step = { name: string; run: (model: Model, real: Real) => void | Promise<void> }

class StepCommand implements fc.AsyncCommand<Model, Real> {
  readonly step: Step

  constructor(step: Step) {
    this.step = step
  }

  check = () => true
  toString = () => this.step.name

  async run(model: Model, real: Real) {
    await this.step.run(model, real)
    await check(model, real)
  }
}

const walletSteps = (id: Id): Step[] => [
  {
    name: `connect ${id}`,
    run: (model, real) => {
      const wallet = model.wallets[id]
      const number = ++model.attempts
      if (wallet.permitted) connect(model, id)
      else {
        wallet.queue.push(number)
        model.attempt = { id, number }
      }
      real.kit.connection.connect({ connectorId: id }).catch(() => {})
    },
  },
  {
    name: `approve ${id}`,
    run: async (model, real) => {
      const number = model.wallets[id].queue.shift()
      if (number === undefined) return
      model.wallets[id].permitted = true
      if (model.attempt?.number === number) connect(model, id)
      await real.wallets[id].approve()
    },
  },
  {
    name: `reject ${id}`,
    run: async (model, real) => {
      const number = model.wallets[id].queue.shift()
      if (number === undefined) return
      if (model.attempt?.number === number) model.attempt = undefined
      await real.wallets[id].reject()
    },
  },
  {
    name: `account change ${id}`,
    run: (model, real) => {
      model.wallets[id].account = 1 - model.wallets[id].account
      real.wallets[id].setAccount(model.wallets[id].account)
    },
  },
  {
    name: `chain change ${id}`,
    run: (model, real) => {
      const wallet = model.wallets[id]
      wallet.chain = wallet.chain === 31337 ? 31338 : 31337
      real.wallets[id].setChain(wallet.chain)
    },
  },
  {
    name: `empty accounts ${id}`,
    run: (model, real) => {
      model.wallets[id].permitted = false
      if (model.held === id) loseHeld(model)
      real.wallets[id].revoke()
    },
  },
  {
    name: `other tab connects ${id}`,
    run: async (model, real) => {
      model.record = id
      if (!model.attempt && model.held !== id && model.wallets[id].permitted) model.held = id
      await writeElsewhere(real, id)
    },
  },
]

const steps: Step[] = [
  ...ids.flatMap(walletSteps),
  {
    name: 'cancel',
    run: (model, real) => {
      model.attempt = undefined
      real.kit.connection.cancel()
    },
  },
  {
    name: 'wallet hangs',
    run: async (model, real) => {
      model.attempt = undefined
      await real.environment.advance(connectTimeout)
    },
  },
  {
    name: 'disconnect',
    run: async (model, real) => {
      if (model.held) model.wallets[model.held].permitted = false
      model.attempt = undefined
      loseHeld(model)
      await real.kit.connection.disconnect()
    },
  },
  {
    name: 'other tab disconnects',
    run: async (model, real) => {
      loseHeld(model)
      await writeElsewhere(real, undefined)
    },
  },
  {
    name: 'reload',
    run: async (model, real) => {
      for (const id of ids) model.wallets[id].queue = []
      model.attempt = undefined
      model.held = model.record && model.wallets[model.record].permitted ? model.record : undefined
      real.kit.destroy()
      Object.assign(real, load(real))
      await real.kit.connection.reconnect()
    },
  },
]

test('behavior: whatever wallets, tabs and visitors do, the connection is where it ought to be', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands(
        steps.map((step) => fc.constant(new StepCommand(step))),
        { size: 'medium' },
      ),
      (commands) =>
        fc.asyncModelRun(
          () => ({
            model: {
              attempt: undefined,
              attempts: 0,
              held: undefined,
              record: undefined,
              wallets: {
                'dev.a': { permitted: false, account: 0, chain: 31337, queue: [] },
                'dev.b': { permitted: false, account: 0, chain: 31337, queue: [] },
              },
            },
            real: load({ tabs: createTestTabs(), memories: { 'dev.a': new Map(), 'dev.b': new Map() } }),
          }),
          commands,
        ),
    ),
    { numRuns: 150 },
  )
}, 60_000)
