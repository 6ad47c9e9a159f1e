import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Connector, Eip1193Provider } from '../connectors/Connector.ts'
import type { Latchkey } from '../Latchkey.ts'
import { createFakeChain } from '../testing/createFakeChain.ts'
import { createTestTabs, settle, type TestEnvironment } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import type { SubmitOutcome, TransactionsInternals } from './Submission.ts'

const account = '0x140BBf461e33044E4193730d1511EA2894edb528'
const receiver = '0x68B7d0f2E33a966B443629aF2911BbA115f88Fb1'
const chainId = 'eip155:31337'

type Question = {
  request: { value: string; to: string; gasPrice: string; nonce?: string }
  resolve: (hash: string) => void
  reject: (error: unknown) => void
}

/** Tabs, a wallet and a chain for a random story. */
function createWorld() {
  const chain = createFakeChain({ account })
  const tabs = createTestTabs()
  const questions: Question[] = []
  const asked: bigint[] = []
  const provider: Eip1193Provider = {
    request: async ({ method, params }) => {
      if (method === 'eth_accounts') return [account]
      if (method === 'eth_chainId') return '0x7a69'
      if (method !== 'eth_sendTransaction') throw Object.assign(new Error('Not here'), { code: 4200 })
      const [request] = params as [Question['request']]
      if (request.nonce === undefined) asked.push(BigInt(request.value))
      return new Promise((resolve, reject) => questions.push({ request, resolve, reject }))
    },
  }
  const connector: Connector = {
    info: {
      ...{ id: 'walletConnect', namespace: 'eip155', name: 'Numbered', icon: null, rdns: null },
      ...{ type: 'walletConnect', takesNonce: true },
    },
    connect: async () => ({ accounts: [{ namespace: 'eip155', address: account, type: 'eoa' }], chainId }),
    disconnect: async () => {},
    getProvider: () => provider,
    subscribe: () => () => {},
  }
  const open = async () => {
    const environment = tabs.open({ fetch: chain.fetch })
    const client = { connector, pair: () => Promise.reject(new Error('Not here')) }
    const latchkey = createTestKit({ environment, config: { connectors: { walletConnect: async () => client } } })
    await latchkey.connection.connect({ connectorId: 'walletConnect' })
    return { environment, latchkey }
  }
  const pages: { environment: TestEnvironment; latchkey: Latchkey }[] = []
  const outcomes = new Map<bigint, SubmitOutcome>()
  let payments = 0n

  return {
    ...{ chain, tabs, pages, asked, outcomes },
    start: async () => void pages.push(await open(), await open()),
    page: (index: number) => {
      const page = pages[index]
      if (!page) throw new Error('No page')
      return page
    },
    reload: async (index: number) => {
      const page = pages[index]
      if (page) tabs.leave(page.environment)
      page?.latchkey.destroy()
      pages[index] = await open()
    },
    pay: (index: number) => {
      const page = pages[index]
      if (!page) throw new Error('No page')
      const value = 1000n + payments++
      const call = { to: receiver, value, data: '0x', gas: 21_000n, gasPrice: 100n } as const
      const summary = { type: 'send', symbol: 'ETH', amountText: String(value), iconUrl: null, receiver } as const
      void (page.latchkey.transactions as TransactionsInternals)
        .submit({ chainId, from: account, call, summary })
        .then((outcome) => outcomes.set(value, outcome))
    },
    answer: (how: 'approve' | 'lose' | 'silent' | 'reject') => {
      const question = questions.shift()
      if (!question) return
      const { request, resolve, reject } = question
      if (how === 'reject') return reject(Object.assign(new Error('User rejected'), { code: 4001 }))
      try {
        const { to, value, gasPrice, nonce } = request
        const number = nonce === undefined ? undefined : Number(nonce)
        const hash = chain.send({ to, value: BigInt(value), gasPrice: BigInt(gasPrice), nonce: number })
        if (how === 'approve') resolve(hash)
        else if (how === 'lose') reject(Object.assign(new Error('Internal JSON-RPC error.'), { code: -32603 }))
      } catch (error) {
        reject(error)
      }
    },
  }
}

type World = ReturnType<typeof createWorld>

const tracked = ({ latchkey }: { latchkey: Latchkey }) => latchkey.transactions.getState().transactions

/** Advances the time in all pages. */
async function pass({ pages }: World, seconds: number) {
  for (const { environment } of pages) {
    await environment.advance(seconds * 1000)
    await environment.idle()
  }
  await settle()
}

const tab = fc.integer({ min: 0, max: 1 })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const), tab }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      how: fc.constantFrom(
        'approve' as const,
        'approve' as const,
        'lose' as const,
        'silent' as const,
        'reject' as const,
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reload' as const), tab }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('mine' as const) }) },
  fc.record({ do: fc.constant('reorg' as const), depth: fc.integer({ min: 1, max: 3 }), forgets: fc.boolean() }),
  fc.record({ do: fc.constant('stranger' as const) }),
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('replace' as const),
      tab,
      kind: fc.constantFrom('speedUp' as const, 'cancel' as const),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 5, 30) }) },
)

async function play(world: World, next: typeof step extends fc.Arbitrary<infer Step> ? Step : never) {
  const { chain } = world
  switch (next.do) {
    case 'pay':
      world.pay(next.tab)
      break
    case 'answer':
      world.answer(next.how)
      break
    case 'reload':
      await world.reload(next.tab)
      break
    case 'mine':
      chain.mine()
      break
    case 'reorg':
      chain.reorg(next)
      break
    case 'stranger':
      chain.send({ to: receiver, value: 1n, gasPrice: 100n })
      break
    case 'replace': {
      const page = world.page(next.tab)
      const waiting = tracked(page).find(({ id }) => page.latchkey.transactions.canReplace({ id }))
      if (waiting) page.latchkey.transactions[next.kind]({ id: waiting.id }).catch(() => {})
      break
    }
    case 'wait':
      await pass(world, next.seconds)
      break
  }
  await settle()
}

/** Checks the invariants. */
function check({ chain, asked, outcomes, pages }: World) {
  // One request for each payment, and one payment for each request.
  expect(new Set(asked).size).toBe(asked.length)
  for (const value of asked) {
    const numbers = new Set(chain.sent.filter((one) => one.value === value).map(({ nonce }) => nonce))
    expect(numbers.size).toBeLessThanOrEqual(1)
  }
  for (const [value, outcome] of outcomes) {
    const isSent = chain.sent.some((one) => one.value === value)
    if (outcome.type === 'declined' || outcome.type === 'changed') expect(isSent).toBe(false)
    if (outcome.type === 'failed' && outcome.failure.moneyMoved === 'no') expect(isSent).toBe(false)
    if (outcome.type === 'sent') expect(isSent).toBe(true)
  }
  for (const { status, call } of pages.flatMap(tracked)) {
    const isSent = chain.sent.some(({ value }) => value === call?.value)
    if (status.type === 'failed' && status.error.moneyMoved === 'no') expect(isSent).toBe(false)
    if (status.type === 'pending' || status.type === 'confirmed') expect(isSent).toBe(true)
  }
}

test('behavior: with random wallets, pages and chains, nothing is paid twice and no state is wrong', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const world = createWorld()
      const { chain, pages } = world
      await world.start()
      try {
        for (const next of steps) {
          await play(world, next)
          check(world)
        }
        // End of the story: the wallet declines all requests, blocks arrive, and pages look.
        for (let left = 0; left < 12; left++) world.answer('reject')
        await settle()
        for (let block = 0; block < 16; block++) chain.mine()
        // Reload the pages that still wait for the closed wallet.
        await world.reload(0)
        await world.reload(1)
        for (let turn = 0; turn < 8; turn++) await pass(world, 10)
        check(world)
        const [first, second] = pages.map(tracked)
        expect(first).toEqual(second)
        for (const { status, call, hashes } of first ?? []) {
          const mined = chain.mined().find(({ value, to }) => value === call?.value && to === receiver)
          if (status.type === 'confirmed') expect(status).toMatchObject({ hash: mined?.hash, final: true })
          if (mined) expect([status.type, hashes.includes(mined.hash)]).toStrictEqual(['confirmed', true])
          else expect(status.type).not.toBe('confirmed')
          expect(status.type).not.toBe('asked')
        }
      } finally {
        for (const { latchkey } of pages) latchkey.destroy()
      }
    }),
    { numRuns: 40 },
  )
}, 60_000)
