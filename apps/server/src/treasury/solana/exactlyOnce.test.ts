import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { payingSteps } from '../ChainPayer.ts'
import { newReceiver, type PayoutWorld, sol, startPayoutWorld, type TestPayer } from './testing/startPayoutWorld.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await startPayoutWorld({ upstreams: 2 })
}, 60_000)
afterAll(() => world?.stop())
afterEach(() => world.clear())

test('behavior: signs an expired payout again, once', async () => {
  const payer = await world.startPayer()
  const receiver = newReceiver()
  // Every node accepts it, but no leader receives it.
  const lost: string[] = []
  world.fail(({ method, params: [raw] }, ask) => {
    if (method !== 'sendTransaction') return ask()
    lost.push(String(raw))
    return { result: 'taken' }
  })
  const id = await world.owe({ asset: sol, amount: 1_000_000n, receiver })
  await payer.tick()
  // Until its last height, the same bytes are submitted again.
  world.pass(100)
  await payer.tick()
  expect(new Set(lost).size).toBe(1)
  expect(lost.length).toBe(2)
  world.fail()
  world.pass(60)
  // One check sees the height. Then three checks in a row find nothing.
  for (let look = 0; look < 3; look++) {
    await payer.tick()
    expect(await world.stateOf(id)).toBe('sending')
  }
  await world.tickUntil(payer, id, 'final', { slots: 2 })
  expect((await world.read(id))?.attempts).toBe(1)
  expect(await world.lamports(receiver)).toBe(1_000_000n)
  expect(await world.count(receiver)).toBe(1)
})

test('behavior: does not sign a payout again that was mined without an answer', async () => {
  const payer = await world.startPayer()
  const receiver = newReceiver()
  world.fail(async ({ method }, ask) => {
    const answer = await ask()
    return method === 'sendTransaction' ? 'lost' : answer
  })
  const id = await world.owe({ asset: sol, amount: 1_000_000n, receiver })
  await payer.tick().catch(() => {})
  expect(await world.stateOf(id)).toBe('sending')
  expect(await world.count(receiver)).toBe(1)
  world.pass(200)
  world.fail()
  await world.tickUntil(payer, id, 'final')
  expect(await world.count(receiver)).toBe(1)
  expect(await world.read(id)).toMatchObject({ attempts: 0 })
})

test('behavior: ignores a node without the transaction while another node has it', async () => {
  const payer = await world.startPayer()
  const receiver = newReceiver()
  const id = await world.owe({ asset: sol, amount: 1_000_000n, receiver })
  // The first node has deleted it. The other one is asked in the end.
  world.nodes[0]?.fail(async ({ method }, ask) => {
    if (method === 'sendTransaction') return 'lost'
    const answer = await ask()
    if (method !== 'getSignatureStatuses' || !('result' in answer)) return answer
    return { result: { ...(answer.result as object), value: [null] } }
  })
  await payer.tick().catch(() => {})
  world.pass(400)
  for (let turn = 0; turn < 10; turn++) {
    await payer.tick().catch(() => {})
    world.pass(1)
  }
  expect(await world.stateOf(id)).toBe('sending')
  world.nodes[0]?.fail()
  await world.tickUntil(payer, id, 'final')
  expect(await world.count(receiver)).toBe(1)
  expect(await world.read(id)).toMatchObject({ attempts: 0 })
})

test.each([
  [
    'lags behind',
    {
      method: 'getEpochInfo',
      change: (result: { blockHeight: number }) => ({ ...result, blockHeight: result.blockHeight - 300 }),
    },
  ],
  [
    'answers about an older slot',
    { method: 'getSignatureStatuses', change: (result: object) => ({ ...result, context: { slot: 1 } }) },
  ],
  [
    'has forgotten the blocks of that time',
    { method: 'getBlockTime', change: (result: number) => result + 3 * 86_400 },
  ],
])('behavior: ignores a node that %s', async (_name, { method, change }) => {
  const payer = await world.startPayer()
  const receiver = newReceiver()
  world.fail((call, ask) => (call.method === 'sendTransaction' ? { result: 'taken' } : ask()))
  const id = await world.owe({ asset: sol, amount: 1_000_000n, receiver })
  await payer.tick()
  world.pass(200)
  world.fail(async (call, ask) => {
    const answer = await ask()
    return call.method === method && 'result' in answer ? { result: change(answer.result as never) } : answer
  })
  for (let turn = 0; turn < 6; turn++) await payer.tick()
  expect(await world.stateOf(id)).toBe('sending')
  world.fail()
  await world.tickUntil(payer, id, 'final', { slots: 2 })
  expect(await world.count(receiver)).toBe(1)
})

test('behavior: submits a payout again after its block is replaced', async () => {
  const payer = await world.startPayer()
  const id = await world.owe({ asset: sol, amount: 1_000_000n, receiver: newReceiver() })
  await world.tickUntil(payer, id, 'mined', { slots: 0 })
  world.fail(async ({ method }, ask) => {
    const answer = await ask()
    if (method === 'sendTransaction') return { result: 'taken' }
    if (method !== 'getSignatureStatuses' || !('result' in answer)) return answer
    return { result: { ...(answer.result as object), value: [null] } }
  })
  await payer.tick()
  await payer.tick()
  expect(await world.stateOf(id)).toBe('mined')
  await payer.tick()
  expect(await world.stateOf(id)).toBe('sending')
  expect(await world.read(id)).toMatchObject({ hash: null, blockNumber: null })
  world.fail()
  await world.tickUntil(payer, id, 'final')
  expect(payer.told.map(({ state }) => state)).toEqual(['mined', 'sending', 'mined', 'final'])
})

test('behavior: two payouts of one amount to one receiver at one time are both paid', async () => {
  const payer = await world.startPayer()
  const [asset, receiver] = [world.token('usd'), newReceiver()]
  const ids = [await world.owe({ asset, amount: 5n, receiver }), await world.owe({ asset, amount: 5n, receiver })]
  await payer.tick()
  expect(await Promise.all(ids.map((id) => world.stateOf(id)))).toEqual(['sending', 'sending'])
  for (const id of ids) await world.tickUntil(payer, id, 'final', { slots: 2 })
  expect(await world.held(receiver, 'usd')).toBe(10n)
})

test('behavior: two processes: one that loses the lease before its signature signs nothing', async () => {
  const receiver = newReceiver()
  const id = await world.owe({ asset: sol, amount: 1_000_000n, receiver })
  let second: TestPayer | undefined
  const first = await world.startPayer({
    onStep: async (step) => {
      if (step !== 'chosen') return
      second = await world.startPayer()
      await second.tick()
    },
  })
  await expect(first.tick()).rejects.toThrow('Another process')
  if (second) await world.tickUntil(second, id, 'final', { slots: 2 })
  expect(await world.lamports(receiver)).toBe(1_000_000n)
  expect(await world.count(receiver)).toBe(1)
})

test('behavior: two processes: a new holder of the lease completes the signed payouts of the old one', async () => {
  const receiver = newReceiver()
  const id = await world.owe({ asset: sol, amount: 1_000_000n, receiver })
  const first = await world.startPayer()
  world.fail(({ method }, ask) => (method === 'sendTransaction' ? 'lost' : ask()))
  await first.tick()
  world.fail()
  const second = await world.startPayer()
  await world.tickUntil(second, id, 'final', { slots: 2 })
  expect(await first.tick()).toBe(1_000)
  expect(await world.read(id)).toMatchObject({ attempts: 0 })
  expect(await world.count(receiver)).toBe(1)
})

class Killed extends Error {}
const killed = payingSteps.filter((step) => step !== 'bumped')

const underWay = killed.filter((step) => ['signed', 'broadcast', 'sent'].includes(step))
test.each([
  ...killed.map((step) => [step, ''] as const),
  ...underWay.map((step) => [step, ', and restarted too late for its block'] as const),
])('behavior: killed at the step "%s"%s, it is paid exactly once', async (step, late) => {
  const receiver = newReceiver()
  const id = await world.owe({ asset: world.token('usd'), amount: 7n, receiver })
  let died = false
  const first = await world.startPayer({
    onStep: (reached) => {
      if (reached !== step) return
      died = true
      throw new Killed(step)
    },
  })
  for (let turn = 0; turn < 8 && !died; turn++) {
    await first.tick().catch((error) => expect(error).toBeInstanceOf(Killed))
    world.pass(1)
  }
  expect(died).toBe(true)
  world.pass(late === '' ? 0 : 300)
  const second = await world.startPayer()
  await world.tickUntil(second, id, 'final', { slots: 2 })
  expect(await world.held(receiver, 'usd')).toBe(7n)
})
