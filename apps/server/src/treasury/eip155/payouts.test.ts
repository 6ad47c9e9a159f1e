import {
  feeOnTransferTokenAbi,
  feeOnTransferTokenBytecode,
  noReturnTokenAbi,
  noReturnTokenBytecode,
} from '@latchkey/contracts'
import type { AccountId } from '@latchkey/protocol'
import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { chainId, type EvmWorld, ether, newReceiver, reorgDepth, startEvmWorld } from './testing/startEvmWorld.ts'

/** Refuses native tokens. */
const refusingCode = '0x60006000fd'
/** Uses up all gas. */
const burningCode = '0x5b600056'
/** A token with a balance of 1 for every address, which returns false for every transfer. */
const denyingCode = '0x3660241460005260206000f3'
/** Accepts native tokens, and uses about 359,000 units of gas. */
const costlyCode = '0x6132c85b600190038060035700'
/** Accepts native tokens in a call without a gas price, and uses up all gas otherwise. */
const twoFacedCode = '0x3a15600657fe5b00'
/** A token with a balance of 1,000 for every address, whose transfers return success without an event. */
const silentCode = '0x6103e860005260206000f3'
let world: EvmWorld

beforeAll(async () => {
  world = await startEvmWorld()
}, 60_000)
afterAll(() => world?.stop())
afterEach(() => world.clear())

const balanceOf = (address: `0x${string}`) => world.client.getBalance({ address })
const nonceOf = (address: `0x${string}`) => world.client.getTransactionCount({ address })

test('default: a native payout is mined immediately and final some blocks later, and listeners receive each state', async () => {
  const payer = await world.startPayer()
  const cost = await payer.estimateCost(ether)
  const { id, receiver } = await world.owe({ amount: 7n })
  expect(await world.turn(payer)).toBe(20)
  expect(await world.turn(payer)).toBe(160)
  const { hash, blockNumber } = (await world.read(id)) ?? {}
  expect(await world.stateOf(id)).toBe('mined')
  expect(await balanceOf(receiver)).toBe(7n)
  const spent = parseEther('10') - (await payer.readBalance(ether))
  expect(spent).toBeGreaterThan(7n)
  expect(spent).toBeLessThanOrEqual(7n + cost)
  await world.test.mine({ blocks: reorgDepth - 1 })
  await world.turn(payer)
  expect(await world.stateOf(id)).toBe('mined')
  await world.test.mine({ blocks: 1 })
  await world.turn(payer)
  expect(await world.read(id)).toMatchObject({ state: 'final', hash, blockNumber })
  expect(await world.turn(payer)).toBe(1_000)
  expect(payer.told.map(({ state }) => state)).toEqual(['sending', 'mined', 'final'])
  expect(payer.told.at(-1)).toEqual({ id, state: 'final', hash, reason: undefined })
  expect((await world.transactions()).map(({ state }) => state)).toEqual(['mined'])
})

test('default: pays tokens that return nothing, and tokens that keep a fee', async () => {
  const payer = await world.startPayer()
  const holder = payer.signer.address
  const [silent, greedy] = [
    await world.makeToken({
      ...{ abi: noReturnTokenAbi, bytecode: noReturnTokenBytecode, holder, amount: 1_000n },
      args: (owner) => ['Silent', 'S', 6, owner],
    }),
    await world.makeToken({
      ...{ abi: feeOnTransferTokenAbi, bytecode: feeOnTransferTokenBytecode, holder, amount: 1_000n },
      args: (owner) => ['Greedy', 'G', 100n, newReceiver(), owner],
    }),
  ]
  const one = await world.owe({ asset: silent.asset, amount: 300n })
  const other = await world.owe({ asset: greedy.asset, amount: 200n })
  await world.turnUntil(payer, one.id, 'final')
  await world.turnUntil(payer, other.id, 'final')
  expect(await silent.balanceOf(one.receiver)).toBe(300n)
  expect(await greedy.balanceOf(other.receiver)).toBe(198n)
  expect([await payer.readBalance(silent.asset), await payer.readBalance(greedy.asset)]).toEqual([700n, 800n])
})

test('behavior: sends many payouts concurrently, in their order, each once', async () => {
  const payer = await world.startPayer()
  const owed = []
  for (let count = 0; count < 20; count++) owed.push(await world.owe({ amount: BigInt(count + 1) }))
  await world.test.setAutomine(false)
  await world.turn(payer)
  const first = await world.transactions()
  expect(first.map(({ nonce }) => nonce)).toEqual(Array.from({ length: 16 }, (_, index) => index))
  expect(first.map(({ payoutId }) => payoutId)).toEqual(owed.slice(0, 16).map(({ id }) => id))
  // The maximum that nodes keep of one account.
  await world.turn(payer)
  expect(await world.transactions()).toHaveLength(16)
  await world.test.setAutomine(true)
  for (const { id } of owed) await world.turnUntil(payer, id, 'final')
  for (const [index, { receiver }] of owed.entries()) expect(await balanceOf(receiver)).toBe(BigInt(index + 1))
  expect(await nonceOf(payer.signer.address)).toBe(20)
})

test('error: a payout that the network refuses fails before anything is signed', async () => {
  const payer = await world.startPayer()
  const token = newReceiver()
  await world.test.setCode({ address: token, bytecode: denyingCode })
  const refusing = await world.owe()
  await world.test.setCode({ address: refusing.receiver, bytecode: refusingCode })
  const burning = await world.owe()
  await world.test.setCode({ address: burning.receiver, bytecode: burningCode })
  const denied = await world.owe({ asset: `${chainId}:${token.toLowerCase()}` })
  const rehearsal = await world.owe({ isRehearsal: true })
  const nobody = await world.owe({ receiver: 'nobody' })
  const lost = await world.owe({ asset: `${chainId}:${token.toLowerCase()}`, receiver: token })
  const back = await world.owe({ receiver: payer.signer.address })
  const last = await world.owe()
  await world.turnUntil(payer, last.id, 'mined')
  const reasonOf = async ({ id }: { id: string }) => (await world.read(id))?.reason
  expect(await reasonOf(refusing)).toContain('The network refuses the payment')
  expect(await reasonOf(burning)).toMatch(/refuses the payment|too much gas/)
  expect(await reasonOf(denied)).toBe('The token refuses the payment')
  expect(await reasonOf(rehearsal)).toContain('A rehearsal')
  expect(await reasonOf(nobody)).toBe('The receiver is no address')
  for (const each of [lost, back]) expect(await reasonOf(each)).toContain('The receiver is the treasury itself')
  for (const each of [refusing, burning, denied, rehearsal, nobody, lost, back])
    expect(await world.stateOf(each.id)).toBe('failed')
  expect(await nonceOf(payer.signer.address)).toBe(1)
  // No transaction was sent, so a receiver that accepts payments again is paid again.
  await world.test.setCode({ address: refusing.receiver, bytecode: '0x' })
  const again = await world.owe({ receiver: refusing.receiver })
  await world.turnUntil(payer, again.id, 'mined')
})

test('error: refuses a receiver that uses more gas than others, or only uses it in paid calls', async () => {
  const payer = await world.startPayer()
  const codes = [costlyCode, twoFacedCode] as const
  const owed = []
  for (const bytecode of codes) {
    const payout = await world.owe()
    await world.test.setCode({ address: payout.receiver, bytecode })
    owed.push(payout)
  }
  const own = await world.owe({ receiver: payer.signer.address })
  const last = await world.owe()
  await world.turnUntil(payer, last.id, 'mined')
  const [costly, twoFaced] = await Promise.all(owed.map(({ id }) => world.read(id)))
  expect(costly).toMatchObject({ state: 'failed', reason: 'The receiver’s code takes too much gas' })
  expect(twoFaced).toMatchObject({ state: 'failed', reason: expect.stringContaining('The network refuses') })
  expect(await world.stateOf(own.id)).toBe('failed')
  expect(await nonceOf(payer.signer.address)).toBe(1)
  for (const { gasLimit } of await world.transactions()) expect(gasLimit).toBeLessThanOrEqual(100_000)
})

test('error: after a payout that failed on the chain, its receiver gets none for a day', async () => {
  const payer = await world.startPayer()
  await world.test.setAutomine(false)
  const receiver = newReceiver()
  const [first, second] = [await world.owe({ receiver }), await world.owe({ receiver: receiver.toLowerCase() })]
  await world.turn(payer)
  // One payout at a time: the result of the first is unknown.
  expect([await world.stateOf(first.id), await world.stateOf(second.id)]).toEqual(['sending', 'waiting'])
  await world.test.setCode({ address: receiver, bytecode: refusingCode })
  await world.test.mine({ blocks: 1 })
  await world.test.setCode({ address: receiver, bytecode: '0x' })
  await world.turnUntil(payer, second.id, 'failed')
  expect(await world.read(first.id)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('failed on the network'),
  })
  expect(await world.read(second.id)).toMatchObject({ reason: expect.stringContaining('for a day') })
  expect(await world.transactions()).toHaveLength(1)
  await world.test.setAutomine(true)
  world.pass(86_400_000)
  const third = await world.owe({ receiver })
  await world.turnUntil(payer, third.id, 'final')
  expect(await balanceOf(receiver)).toBe(1n)
})

test('behavior: a failed request about one receiver is repeated, and blocks no other payout', async () => {
  const payer = await world.startPayer()
  const [slow, other] = [await world.owe(), await world.owe()]
  world.fail(({ method, params }, ask) => {
    const { to } = (params[0] ?? {}) as { to?: string }
    const isSlow = method === 'eth_call' && to?.toLowerCase() === slow.receiver.toLowerCase()
    return isSlow ? { error: { code: -32000, message: 'execution aborted (timeout = 5s)' } } : ask()
  })
  await world.turnUntil(payer, other.id, 'mined')
  expect(await world.stateOf(slow.id)).toBe('waiting')
  expect(payer.problem()).toContain('Local One')
  world.fail()
  world.pass(60_000)
  await world.turnUntil(payer, slow.id, 'final')
  expect(await balanceOf(slow.receiver)).toBe(1n)
  expect(payer.problem()).toBeUndefined()
})

test('error: a token that only refuses in the block has paid nothing', async () => {
  const payer = await world.startPayer()
  const token = newReceiver()
  await world.test.setCode({ address: token, bytecode: silentCode })
  await world.test.setAutomine(false)
  const { id } = await world.owe({ asset: `${chainId}:${token.toLowerCase()}` })
  await world.turn(payer)
  await world.test.setCode({ address: token, bytecode: denyingCode })
  await world.test.mine({ blocks: 1 })
  await world.turn(payer)
  expect(await world.stateOf(id)).toBe('sending')
  await world.turnUntil(payer, id, 'failed')
  expect(await world.read(id)).toMatchObject({ hash: null, reason: expect.stringContaining('did not move') })
})

test('behavior: a payout waits for funds, does not block payable ones, and is paid after funding', async () => {
  const payer = await world.startPayer({ balance: 0n })
  const { address } = payer.signer
  const token = await world.makeToken({
    ...{ abi: noReturnTokenAbi, bytecode: noReturnTokenBytecode, holder: newReceiver(), amount: 1n },
    args: (owner) => ['Silent', 'S', 6, owner],
  })
  const none = await world.owe({ asset: token.asset, amount: 5n })
  const coins = await world.owe({ amount: parseEther('1') })
  expect(await world.turn(payer)).toBe(1_000)
  expect(payer.problem()).toBe(`The treasury lacks 5 of ${token.asset}`)
  expect(await world.stateOf(coins.id)).toBe('waiting')
  // Enough for the payment, but not for its cost.
  await world.test.setBalance({ address, value: parseEther('1') })
  await world.turn(payer)
  expect(await world.stateOf(coins.id)).toBe('waiting')
  await world.test.setBalance({ address, value: parseEther('1.1') })
  await world.turnUntil(payer, coins.id, 'mined')
  expect(await balanceOf(coins.receiver)).toBe(parseEther('1'))

  // Given up with its reason, but never after it was signed.
  await world.test.setAutomine(false)
  const signed = await world.owe()
  await world.turn(payer)
  world.pass(3_600_000)
  await world.turn(payer)
  expect(await world.read(none.id)).toMatchObject({ state: 'failed', reason: `The treasury lacks 5 of ${token.asset}` })
  expect(await world.stateOf(signed.id)).toBe('sending')
  expect(payer.problem()).toBeUndefined()
})

test('behavior: a payout that may be submitted counts as spent', async () => {
  const payer = await world.startPayer({ balance: parseEther('1') })
  await world.test.setAutomine(false)
  const [one, other] = [await world.owe({ amount: parseEther('0.6') }), await world.owe({ amount: parseEther('0.6') })]
  await world.turn(payer)
  await world.turn(payer)
  expect([await world.stateOf(one.id), await world.stateOf(other.id)]).toEqual(['sending', 'waiting'])
  expect(payer.problem()).toContain('The treasury lacks')
})

test('behavior: pays on a chain with a single gas price', async () => {
  world.fail(async ({ method }, ask) => {
    const answer = await ask()
    if (method !== 'eth_getBlockByNumber' || !('result' in answer)) return answer
    const { baseFeePerGas: _none, ...block } = answer.result as Record<string, unknown>
    return { result: block }
  })
  const payer = await world.startPayer()
  const { id, receiver } = await world.owe()
  await world.turnUntil(payer, id, 'final')
  expect(await balanceOf(receiver)).toBe(1n)
  const [{ hash } = { hash: '' }] = await world.transactions()
  expect((await world.client.getTransaction({ hash: hash as `0x${string}` })).type).toBe('legacy')
})

test('behavior: a missing token has a balance of 0', async () => {
  const payer = await world.startPayer()
  expect(await payer.readBalance(`${chainId}:${newReceiver().toLowerCase()}` as AccountId)).toBe(0n)
})
