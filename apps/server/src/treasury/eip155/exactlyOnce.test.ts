import { type Hex, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { LeaseLost } from '../../platform/db/createLeases.ts'
import { type EvmWorld, reorgDepth, startEvmWorld, type TestPayer } from './testing/startEvmWorld.ts'

let world: EvmWorld

beforeAll(async () => {
  world = await startEvmWorld()
}, 60_000)
afterAll(() => world?.stop())
afterEach(() => world.clear())

const balanceOf = (address: Hex) => world.client.getBalance({ address })
const nonceOf = ({ signer: { address } }: TestPayer) => world.client.getTransactionCount({ address })
const drop = (hash: string) => world.anvil.request('anvil_dropTransaction', [hash])

/** Sends a transaction that the key's owner signed elsewhere. */
async function sendForeign({ signer }: TestPayer, nonce: number): Promise<Hex> {
  const raw = await signer.signTransaction({
    ...{ chainId: 31337, nonce, gas: 21_000n, to: signer.address, value: 0n, type: 'eip1559' },
    ...{ maxFeePerGas: parseEther('0.000001'), maxPriorityFeePerGas: parseEther('0.0000001') },
  })
  return world.client.sendRawTransaction({ serializedTransaction: raw })
}

test('behavior: replaces a pending payout with a higher fee, and one of both is mined', async () => {
  const payer = await world.startPayer()
  await world.test.setAutomine(false)
  const { id, receiver } = await world.owe()
  await world.turn(payer)
  world.pass(29_000)
  await world.turn(payer)
  const [first, second] = await world.transactions()
  expect(second).toMatchObject({ nonce: 0, payoutId: id, state: 'live' })
  for (const fee of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const)
    expect((second?.[fee] ?? 0n) * 10n).toBeGreaterThanOrEqual((first?.[fee] ?? 0n) * 11n)
  await world.turn(payer)
  expect(await world.transactions()).toHaveLength(2)
  await world.test.mine({ blocks: 1 })
  await world.turnUntil(payer, id, 'final')
  expect(await world.read(id)).toMatchObject({ hash: second?.hash, attempts: 0 })
  expect((await world.transactions()).map(({ state }) => state)).toEqual(['dead', 'mined'])
  expect(await balanceOf(receiver)).toBe(1n)
})

test('behavior: a replaced transaction that is mined anyway counts as the payment', async () => {
  const payer = await world.startPayer()
  await world.test.setAutomine(false)
  const { id, receiver } = await world.owe()
  await world.turn(payer)
  world.pass(40_000)
  await world.turn(payer)
  const [first, second] = await world.transactions()
  await drop(second?.hash ?? '')
  await world.client.sendRawTransaction({ serializedTransaction: first?.raw as Hex })
  await world.test.mine({ blocks: 1 })
  await world.turnUntil(payer, id, 'final')
  expect(await world.read(id)).toMatchObject({ hash: first?.hash })
  expect(await balanceOf(receiver)).toBe(1n)
})

test('behavior: submits the same bytes again if nodes have dropped them', async () => {
  const payer = await world.startPayer()
  await world.test.setAutomine(false)
  const { id, receiver } = await world.owe()
  await world.turn(payer)
  const [{ hash } = { hash: '' }] = await world.transactions()
  await drop(hash)
  for (let count = 0; count < 4; count++) await world.turn(payer)
  await world.test.mine({ blocks: 1 })
  await world.turnUntil(payer, id, 'final')
  expect(await world.read(id)).toMatchObject({ hash })
  expect(await world.transactions()).toHaveLength(1)
  expect(await balanceOf(receiver)).toBe(1n)
})

test('behavior: a number that the node does not know of yet goes to no other payout', async () => {
  const payer = await world.startPayer()
  await world.test.setAutomine(false)
  const first = await world.owe()
  await world.turn(payer)
  const second = await world.owe()
  world.fail(({ method }, ask) => (method === 'eth_getTransactionCount' ? { result: '0x0' } : ask()))
  await world.turn(payer)
  world.fail()
  expect((await world.transactions()).map(({ nonce }) => nonce)).toEqual([0, 1])
  await world.test.setAutomine(true)
  for (const { id } of [first, second]) await world.turnUntil(payer, id, 'final')
  for (const { receiver } of [first, second]) expect(await balanceOf(receiver)).toBe(1n)
})

test.each(['before the node has it', 'after the node has it'])(
  'behavior: the answer to a broadcast is lost %s',
  async (when) => {
    const payer = await world.startPayer()
    const { id, receiver } = await world.owe()
    world.fail(async ({ method }, ask) => {
      if (method !== 'eth_sendRawTransaction') return ask()
      if (when.startsWith('after')) await ask()
      return 'lost'
    })
    await world.turn(payer)
    world.fail()
    // Failed upstreams are skipped for a while.
    world.pass(60_000)
    await world.turnUntil(payer, id, 'final')
    expect(await balanceOf(receiver)).toBe(1n)
    expect(await nonceOf(payer)).toBe(1)
  },
)

test('behavior: after a replaced block, submits the same bytes again', async () => {
  const payer = await world.startPayer()
  const snapshot = await world.test.snapshot()
  const { id, receiver } = await world.owe()
  await world.turnUntil(payer, id, 'mined', { blocks: 0 })
  const [{ hash } = { hash: '' }] = await world.transactions()
  await world.test.setAutomine(false)
  await world.test.revert({ id: snapshot })
  // A repeated broadcast may still be in the node's pool, and would be mined with the new blocks.
  await drop(hash ?? '')
  await world.test.mine({ blocks: 2 })
  expect(await balanceOf(receiver)).toBe(0n)
  await world.turn(payer)
  expect(await world.read(id)).toMatchObject({ state: 'sending', hash: null, blockNumber: null })
  await world.test.mine({ blocks: 1 })
  await world.turnUntil(payer, id, 'final')
  expect(await world.read(id)).toMatchObject({ hash })
  expect(payer.told.map(({ state }) => state)).toEqual(['sending', 'mined', 'sending', 'mined', 'final'])
  expect(await world.transactions()).toHaveLength(1)
  expect(await balanceOf(receiver)).toBe(1n)
})

test('behavior: a payout that reverts on the chain fails once its block is final', async () => {
  const payer = await world.startPayer()
  await world.test.setAutomine(false)
  const { id, receiver } = await world.owe()
  await world.turn(payer)
  await world.test.setCode({ address: receiver, bytecode: '0x60006000fd' })
  await world.test.mine({ blocks: 1 })
  await world.turn(payer)
  expect(await world.stateOf(id)).toBe('sending')
  await world.turnUntil(payer, id, 'failed')
  const [{ hash } = { hash: '' }] = await world.transactions()
  expect(await world.read(id)).toMatchObject({ hash: null, reason: expect.stringContaining(hash) })
  expect(await balanceOf(receiver)).toBe(0n)
  expect(await world.transactions()).toHaveLength(1)
})

test('behavior: starts a payout again if a foreign transaction used its nonce, once that is final', async () => {
  const payer = await world.startPayer()
  await world.test.setAutomine(false)
  const { id, receiver } = await world.owe()
  await world.turn(payer)
  await drop((await world.transactions())[0]?.hash ?? '')
  await sendForeign(payer, 0)
  await world.test.mine({ blocks: reorgDepth })
  for (let count = 0; count < 4; count++) await world.turn(payer)
  expect(await world.stateOf(id)).toBe('sending')
  await world.test.setAutomine(true)
  await world.test.mine({ blocks: 1 })
  await world.turn(payer)
  await world.turn(payer)
  expect(await world.stateOf(id)).toBe('sending')
  await world.turnUntil(payer, id, 'final')
  expect((await world.transactions()).map(({ nonce, state }) => ({ nonce, state }))).toEqual([
    { nonce: 0, state: 'dead' },
    { nonce: 1, state: 'mined' },
  ])
  expect(await world.read(id)).toMatchObject({ attempts: 1 })
  expect(await balanceOf(receiver)).toBe(1n)
})

test('behavior: works with a node without old state, and with one that temporarily finds nothing', async () => {
  const payer = await world.startPayer()
  const { id, receiver } = await world.owe()
  await world.turn(payer)
  await world.test.mine({ blocks: reorgDepth * 2 })
  // The node has the nonces, but not the transactions.
  world.fail(({ method }, ask) => (method === 'eth_getTransactionReceipt' ? { result: null } : ask()))
  await world.turn(payer)
  await world.turn(payer)
  world.fail(({ method, params }, ask) => {
    if (method === 'eth_getTransactionReceipt') return { result: null }
    const isOld = method === 'eth_getTransactionCount' && params[1] !== 'latest' && params[1] !== 'pending'
    return isOld ? { error: { code: -32000, message: 'missing trie node' } } : ask()
  })
  for (let count = 0; count < 5; count++) await world.turn(payer)
  expect(await world.stateOf(id)).toBe('sending')
  world.fail()
  await world.turnUntil(payer, id, 'final')
  expect(await balanceOf(receiver)).toBe(1n)
  expect(await nonceOf(payer)).toBe(1)
})

test('behavior: with a node that lost receipts, pays nothing twice and settles from the block', async () => {
  const payer = await world.startPayer()
  const { id, receiver } = await world.owe()
  await world.turn(payer)
  await world.test.mine({ blocks: reorgDepth * 3 })
  world.fail(({ method }, ask) => (/Receipts?$/.test(method) ? { result: null } : ask()))
  for (let count = 0; count < 8; count++) await world.turn(payer)
  expect(await world.read(id)).toMatchObject({ state: 'sending', attempts: 0 })
  expect(payer.problem()).toContain('is used up')
  // The node still has the block, but has lost its index.
  world.fail(({ method }, ask) => (method === 'eth_getTransactionReceipt' ? { result: null } : ask()))
  await world.turnUntil(payer, id, 'final', { blocks: 0 })
  expect(payer.problem()).toBeUndefined()
  expect(await world.transactions()).toMatchObject([{ state: 'mined' }])
  expect(await balanceOf(receiver)).toBe(1n)
})

test('behavior: fills a nonce that no node has a transaction for', async () => {
  const payer = await world.startPayer()
  await world.test.setAutomine(false)
  const foreign = await sendForeign(payer, 0)
  const { id, receiver } = await world.owe()
  await world.turn(payer)
  expect(await world.transactions()).toMatchObject([{ nonce: 1, payoutId: id }])
  await drop(foreign)
  await world.turn(payer)
  expect(await world.transactions()).toMatchObject([
    { nonce: 0, payoutId: null },
    { nonce: 1, payoutId: id },
  ])
  await world.test.setAutomine(true)
  await world.test.mine({ blocks: 1 })
  await world.turnUntil(payer, id, 'final')
  expect(await balanceOf(receiver)).toBe(1n)
  expect((await world.transactions()).map(({ state }) => state)).toEqual(['mined', 'mined'])
})

test('behavior: a process that lost the lease signs nothing, and its successor continues the payout', async () => {
  const signer = (await world.startPayer()).signer
  let isTaken = false
  const first = await world.startPayer({
    signer,
    onStep: async (step) => {
      // Takes the lease between the choice of the payout and the signature.
      if (step !== 'chosen' || isTaken) return
      isTaken = true
      second = await world.startPayer({ signer })
    },
  })
  let second: TestPayer | undefined
  const { id, receiver } = await world.owe()
  await expect(world.turn(first)).rejects.toThrow(LeaseLost)
  expect(await world.transactions()).toEqual([])
  if (!second) throw new Error('Nobody took it')
  await world.turn(second)
  await expect(world.turn(first)).rejects.toThrow(LeaseLost)
  await world.turnUntil(second, id, 'final')
  expect(await balanceOf(receiver)).toBe(1n)
  expect(await nonceOf(second)).toBe(1)
})
