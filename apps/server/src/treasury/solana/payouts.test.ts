import { randomUUID } from 'node:crypto'
import { parseAccountId } from '@latchkey/protocol'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../../testing/until.ts'
import { createTreasury } from '../createTreasury.ts'
import { addressOfKey } from './addressOfKey.ts'
import { priorityPrice } from './priorityPrice.ts'
import { newKey, newReceiver, type PayoutWorld, sol, startPayoutWorld } from './testing/startPayoutWorld.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await startPayoutWorld()
}, 60_000)
afterAll(() => world?.stop())
afterEach(() => world.clear())

test('default: a SOL payout is mined immediately and final some slots later, and listeners receive each state', async () => {
  const payer = await world.startPayer()
  const receiver = newReceiver()
  const cost = await payer.estimateCost(sol)
  const before = await payer.readBalance(sol)
  const id = await world.owe({ asset: sol, amount: 5_000_000n, receiver })
  expect(await payer.tick()).toBe(20)
  expect(await world.stateOf(id)).toBe('sending')
  await payer.tick()
  expect(await world.stateOf(id)).toBe('mined')
  world.pass(5)
  await payer.tick()
  expect(await world.stateOf(id)).toBe('final')
  expect(await payer.tick()).toBe(1_000)
  const hash = (await world.read(id))?.hash
  expect(payer.told).toEqual([
    { id, state: 'mined', hash, reason: undefined },
    { id, state: 'final', hash, reason: undefined },
  ])
  expect(await world.lamports(receiver)).toBe(5_000_000n)
  const spent = before - (await payer.readBalance(sol))
  expect(spent).toBeGreaterThan(5_000_000n)
  expect(spent).toBeLessThanOrEqual(5_000_000n + cost)
})

test('default: pays a token to a receiver with and without a token account', async () => {
  const payer = await world.startPayer()
  const asset = world.token('usd')
  const receiver = newReceiver()
  const cost = await payer.estimateCost(asset)
  const [sols, dollars] = [await payer.readBalance(sol), await payer.readBalance(asset)]
  const first = await world.owe({ asset, amount: 2_500_000n, receiver })
  await world.tickUntil(payer, first, 'mined')
  expect(await world.held(receiver, 'usd')).toBe(2_500_000n)
  const spent = sols - (await payer.readBalance(sol))
  expect(spent).toBeGreaterThan(2_000_000n)
  expect(spent).toBeLessThanOrEqual(cost)

  const second = await world.owe({ asset, amount: 1n, receiver })
  await world.tickUntil(payer, second, 'final', { slots: 3 })
  expect(await world.held(receiver, 'usd')).toBe(2_500_001n)
  expect(dollars - (await payer.readBalance(asset))).toBe(2_500_001n)
})

test('default: the treasury of a running server reserves a debt and pays it', async () => {
  const { context, rpc } = world
  const treasury = await createTreasury({ context, rpc, timing: { watch: 20, idle: 20 } })
  if (!treasury) throw new Error('There is none')
  expect(treasury.accountOf(parseAccountId(sol).chainId)).toBe(world.solana.faucet.address)
  const asset = world.token('usd')
  const receiver = newReceiver()
  const id = randomUUID()
  const before = await treasury.readFree(asset)
  await context.database.transaction((tx) => treasury.owe(tx, { id, asset, amount: 250n, receiver }))
  expect(await treasury.readFree(asset)).toBe(before - 250n)
  treasury.start()
  await until(async () => (await treasury.read(id))?.state === 'mined')
  world.pass(5)
  await until(async () => (await treasury.read(id))?.state === 'final')
  await treasury.stop()
  expect(await world.held(receiver, 'usd')).toBe(250n)
  expect(await treasury.readFree(asset)).toBe(before - 250n)
})

test('behavior: a payout waits for funds, does not block payable ones, and is paid after funding', async () => {
  const privateKey = newKey()
  const account = addressOfKey(privateKey)
  const payer = await world.startPayer({ privateKey })
  expect(await payer.readBalance(sol)).toBe(0n)
  expect(await payer.readBalance(world.token('usd'))).toBe(0n)
  const [receiver, other] = [newReceiver(), newReceiver()]
  const dollars = await world.owe({ asset: world.token('usd'), amount: 1n, receiver })
  const coins = await world.owe({ asset: sol, amount: 2_000_000n, receiver: other })
  await payer.tick()
  expect(payer.problem()).toMatch('0 of the 1 units')
  await world.ask('requestAirdrop', account, 2_800_000)
  await payer.tick()
  // The account keeps its rent exemption.
  expect([await world.stateOf(coins), await world.stateOf(dollars)]).toEqual(['waiting', 'waiting'])
  await world.ask('requestAirdrop', account, 200_000)
  await world.tickUntil(payer, coins, 'final', { slots: 2 })
  expect(await world.lamports(other)).toBe(2_000_000n)
  expect(await world.lamports(account)).toBeGreaterThanOrEqual(payer.minimumBalance)
  expect(await world.stateOf(dollars)).toBe('waiting')
  // Given up with a reason after its deadline.
  world.pass(3 * 3_600)
  await payer.tick()
  expect(await world.read(dollars)).toMatchObject({ state: 'failed', reason: expect.stringContaining('0 of the 1') })
  expect(payer.told.at(-1)).toMatchObject({ id: dollars, state: 'failed' })
})

test('behavior: two payouts that exceed the balance together run one after the other, without an overdraft', async () => {
  const privateKey = newKey()
  const payer = await world.startPayer({ privateKey })
  await world.ask('requestAirdrop', addressOfKey(privateKey), 5_000_000)
  const first = await world.owe({ asset: sol, amount: 3_000_000n, receiver: newReceiver() })
  const ids = [first, await world.owe({ asset: sol, amount: 3_000_000n, receiver: newReceiver() })]
  world.fail((call, ask) => (call.method === 'sendTransaction' ? { result: 'taken' } : ask()))
  await payer.tick()
  expect(await Promise.all(ids.map((each) => world.stateOf(each)))).toEqual(['sending', 'waiting'])
  expect(payer.problem()).toBeUndefined()
  world.fail()
  world.pass(6)
  await world.tickUntil(payer, first, 'final', { slots: 3 })
  await payer.tick()
  expect(await world.stateOf(ids[1] ?? '')).toBe('waiting')
  expect(payer.problem()).toMatch('lacks')
})

test.each([
  [
    'a token that withholds a fee',
    () => ({ asset: world.token('transfer-fee'), amount: 1_000n, receiver: newReceiver() }),
    /fee on transfers/,
  ],
  [
    'a receiver who does not exist and gets less than an account needs',
    () => ({ asset: sol, amount: 1_000n, receiver: newReceiver() }),
    /0\.00089088 SOL or more/,
  ],
  ['no address', () => ({ asset: sol, amount: 1_000_000n, receiver: `0x${'ab'.repeat(20)}` }), /no address/],
  [
    'a program as the receiver',
    () => ({ asset: sol, amount: 1_000_000n, receiver: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' }),
    /not a wallet/,
  ],
  [
    'no such token',
    () => ({
      asset: `${sol.slice(0, sol.lastIndexOf(':'))}:${newReceiver()}` as typeof sol,
      amount: 1n,
      receiver: newReceiver(),
    }),
    /does not exist/,
  ],
  [
    'the account that pays',
    () => ({ asset: sol, amount: 1n, receiver: world.solana.faucet.address }),
    /account that pays/,
  ],
  ['a rehearsal', () => ({ asset: sol, amount: 1_000_000n, receiver: newReceiver(), isRehearsal: true }), /rehearsal/],
])('error: refuses %s with a reason, and signs nothing', async (_name, payout, reason) => {
  const payer = await world.startPayer()
  const id = await world.owe(payout())
  await payer.tick()
  expect(await world.read(id)).toMatchObject({ state: 'failed', reason: expect.stringMatching(reason), hash: null })
  expect(payer.told).toEqual([{ id, state: 'failed', hash: undefined, reason: expect.stringMatching(reason) }])
})

test('error: never signs a payout that fails in simulation', async () => {
  const payer = await world.startPayer()
  const error = { InstructionError: [2, { Custom: 17 }] }
  const logs = ['Program log: Error: Account is frozen', 'Program x failed: custom program error: 0x11']
  world.fail(({ method }, ask) =>
    method === 'simulateTransaction' ? { result: { context: { slot: 1 }, value: { err: error, logs } } } : ask(),
  )
  const id = await world.owe({ asset: world.token('usd'), amount: 1n, receiver: newReceiver() })
  await payer.tick()
  const reason = 'Account is frozen (instruction 2: Custom 17)'
  expect(await world.read(id)).toMatchObject({ state: 'failed', reason })
  const methods = world.nodes.flatMap((node) => node.methods)
  expect(methods).not.toContain('sendTransaction')
  expect(methods).not.toContain('getLatestBlockhash')
})

test('error: a payout that failed on the chain fails once its block is final', async () => {
  const payer = await world.startPayer()
  const id = await world.owe({ asset: sol, amount: 1_000_000n, receiver: newReceiver() })
  await payer.tick()
  const say = (confirmationStatus: string) =>
    world.fail(async ({ method }, ask) =>
      method === 'getSignatureStatuses'
        ? {
            result: {
              context: { slot: 9 },
              value: [{ slot: 9, err: { InstructionError: [0, { Custom: 1 }] }, confirmationStatus }],
            },
          }
        : ask(),
    )
  say('confirmed')
  await payer.tick()
  expect(await world.stateOf(id)).toBe('sending')
  say('finalized')
  await payer.tick()
  expect(await world.read(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('Custom 1') })
})

test('error: loses nothing while no node responds', async () => {
  const payer = await world.startPayer()
  const receiver = newReceiver()
  const id = await world.owe({ asset: sol, amount: 1_000_000n, receiver })
  world.fail(() => 'lost')
  await payer.tick()
  expect(payer.problem()).toContain('cannot be reached')
  await expect(payer.readBalance(sol)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  expect(await world.stateOf(id)).toBe('waiting')
  world.fail()
  world.pass(30)
  await world.tickUntil(payer, id, 'final', { slots: 2 })
  expect(await world.count(receiver)).toBe(1)
})

test('behavior: a failed request about one receiver blocks no other payout', async () => {
  const payer = await world.startPayer()
  const receiver = newReceiver()
  const id = await world.owe({ asset: sol, amount: 1_000_000n, receiver })
  const other = await world.owe({ asset: sol, amount: 1_000_000n, receiver: newReceiver() })
  world.fail(({ params }, ask) => (JSON.stringify(params).includes(receiver) ? 'lost' : ask()))
  await payer.tick()
  expect([await world.stateOf(id), await world.stateOf(other)]).toEqual(['waiting', 'sending'])
  world.fail()
  world.pass(30)
  await world.tickUntil(payer, id, 'final', { slots: 2 })
})

test('error: a payout that may succeed later waits, and blocks no other', async () => {
  const payer = await world.startPayer()
  world.fail(({ method }, ask) =>
    method === 'simulateTransaction'
      ? { result: { context: { slot: 1 }, value: { err: 'WouldExceedMaxBlockCostLimit' } } }
      : ask(),
  )
  const id = await world.owe({ asset: sol, amount: 1_000_000n, receiver: newReceiver() })
  await payer.tick()
  world.fail()
  const other = await world.owe({ asset: sol, amount: 1_000_000n, receiver: newReceiver() })
  await payer.tick()
  expect([await world.stateOf(id), await world.stateOf(other)]).toEqual(['waiting', 'sending'])
  expect(payer.problem()).toBe('WouldExceedMaxBlockCostLimit')
  world.pass(30)
  await world.tickUntil(payer, id, 'final', { slots: 2 })
  expect(payer.problem()).toBeUndefined()
})

test('behavior: raises the priority price after each expiry, within bounds', () => {
  const recent = Array.from({ length: 100 }, (_, index) => BigInt(index * 100))
  expect([0, 1, 2, 9].map((attempts) => priorityPrice({ recent, attempts }))).toEqual([5_000n, 7_500n, 9_500n, 9_500n])
  expect(priorityPrice({ recent: [], attempts: 0 })).toBe(1_000n)
  expect(priorityPrice({ recent: [10n ** 12n], attempts: 0 })).toBe(5_000_000n)
})
