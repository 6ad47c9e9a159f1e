import { permitTokenAbi } from '@latchkey/contracts'
import { waitForReceipt } from '@latchkey/devnet'
import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import type { HistoryItem } from '@latchkey/protocol/api'
import { encodeCalls, entryPoint08, packOperation, type UserOperation } from '@latchkey/smart-account'
import { encodeFunctionData, formatEther, type Hex, numberToHex, parseEther, parseEventLogs } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOperations, type TestAccount } from '../bundler/testing/createOperations.ts'
import { type BundlerWorld, startBundlerWorld, type TestBundler } from '../bundler/testing/startBundlerWorld.ts'
import { balances, transfers, userOperations } from '../chains/schema.ts'
import { liar } from '../indexer/testing/liar.ts'
import { type IndexedChain, indexChain, without } from '../indexer/testing/startIndexedChain.ts'
import { createHistoryService } from './createHistoryService.ts'
import { readPaid } from './historyStore.ts'

let world: BundlerWorld
let bundler: TestBundler
let token: EvmAddress
let traced: IndexedChain
let untraced: IndexedChain
/** The tested account, and the receiver. */
let ann: TestAccount
const bob: EvmAddress = '0xb0b0000000000000000000000000000000000b0b'
const forged: EvmAddress = '0xb0b0777777777777777777777777777777770b0b'

beforeAll(async () => {
  world = await startBundlerWorld()
  bundler = await world.startBundler()
  const found = world.devnet.tokens.find(({ kind }) => kind === 'site')?.address
  if (!found) throw new Error('The local world has no token')
  token = found.toLowerCase() as EvmAddress
  await world.request('anvil_setCode', [liar.address, liar.code])
  ann = accounts().create({ delegated: false })
  const url = world.devnet.chains[0]?.rpcUrl ?? ''
  traced = await indexChain({ url })
  untraced = await indexChain({ url, wrap: without('debug_traceBlockByNumber', 'trace_block') })
}, 120_000)
afterAll(async () => {
  await traced?.stop()
  await untraced?.stop()
  await bundler?.stop()
  await world?.stop()
})

const accounts = () => createOperations({ world, bundler: () => bundler.bundler })
const pay = (to: EvmAddress, amount: bigint) => ({
  to: token,
  data: encodeFunctionData({ abi: permitTokenAbi, functionName: 'transfer', args: [to, amount] }),
})

async function sendAs(from: Hex, { to, data }: { to: Hex; data: Hex }) {
  await world.request('anvil_setBalance', [from, numberToHex(parseEther('100'))])
  await world.request('anvil_impersonateAccount', [from])
  const hash = (await world.request('eth_sendTransaction', [{ from, to, data, gas: numberToHex(6_000_000) }])) as Hex
  const receipt = await waitForReceipt({ client: world.client, hash })
  expect(receipt.status).toBe('success')
  return receipt
}

/** Submits operations in one bundle, like any bundler. */
async function bundle(...operations: UserOperation[]) {
  const from = '0x00000000000000000000000000000000000f00d5' as const
  const args = [operations.map(packOperation), from] as const
  const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'handleOps', args: args as never })
  const receipt = await sendAs(from, { to: entryPoint08, data })
  const events = parseEventLogs({ abi: entryPoint08Abi, eventName: 'UserOperationEvent', logs: receipt.logs })
  return { hash: receipt.transactionHash, events: events.map(({ args: said }) => said) }
}

async function historyOf(index: IndexedChain, address: string): Promise<HistoryItem[]> {
  await index.synced()
  return (await createHistoryService({ context: index.context }).read({ address })).response.data
}

/** Checks that the index has the exact native balances of these accounts, with and without traces. */
async function expectBalances(index: IndexedChain, addresses: readonly Hex[]) {
  const rows = await index.context.database.select().from(balances)
  for (const address of addresses) {
    const own = ({ account, token: asset }: (typeof rows)[number]) =>
      account === address.toLowerCase() && asset === nativeEvmAddress
    expect(rows.find(own)?.amount).toBe(await world.client.getBalance({ address }))
  }
}

const itemOf = async (index: IndexedChain, address: string, hash: string) => {
  const items = (await historyOf(index, address)).filter(({ metadata }) => metadata.hash === hash)
  expect(items).toHaveLength(1)
  const [{ metadata, transfers: moved } = {} as HistoryItem] = items
  const { sentFrom, sentTo, sentBy, operationType, status, nonce, fee } = metadata
  return {
    ...{ from: sentFrom.toLowerCase(), to: sentTo.toLowerCase(), by: sentBy?.toLowerCase() },
    ...{ operationType, status, nonce, fee },
    moved: moved.map(({ direction, quantity, fungible_info: info }) =>
      [direction, quantity.numeric, info?.symbol].join(' '),
    ),
  }
}

test('behavior: a sponsored payment of a smart account is in its activity once, as its own and without a fee', async () => {
  await sendAs(world.devnet.faucet.address, pay(ann.sender, parseEther('100')))
  const { hash } = await bundle(await ann.operation({ calls: [pay(bob, parseEther('7'))] }))
  const [own] = [ann.sender.toLowerCase()]
  const symbol = world.devnet.tokens.find(({ kind }) => kind === 'site')?.symbol
  for (const index of [traced, untraced]) {
    expect(await itemOf(index, ann.sender, hash)).toEqual({
      ...{ from: own, to: bob, by: undefined, operationType: 'send', status: 'confirmed', nonce: undefined, fee: '0' },
      moved: [`out 7 ${symbol}`],
    })
    const received = await itemOf(index, bob, hash)
    expect(received).toMatchObject({ from: own, to: bob, operationType: 'receive', fee: undefined })
    const paid = await readPaid(index.context.database, { keys: [1], account: own as EvmAddress })
    expect(paid.has(bob)).toBe(true)
  }
}, 60_000)

test('behavior: native tokens that an operation sends are the account’s payment, with the fee that it paid', async () => {
  await world.request('anvil_setBalance', [ann.sender, numberToHex(parseEther('5'))])
  const calls = [{ to: bob, value: parseEther('0.5') }]
  const operation = await ann.operation({ calls, sponsored: false })
  const { hash, events } = await bundle(operation)
  const cost = events[0]?.actualGasCost ?? 0n
  expect(cost).toBeGreaterThan(0n)
  for (const index of [traced, untraced]) {
    expect(await itemOf(index, ann.sender, hash)).toEqual({
      ...{ from: ann.sender.toLowerCase(), to: bob, by: undefined, operationType: 'send', status: 'confirmed' },
      ...{ nonce: undefined, fee: formatEther(cost), moved: ['out 0.5 ETH'] },
    })
    await expectBalances(index, [ann.sender, bob])
  }
  // Without a trace, only the account's own call data shows the payment, and a contract with other code can claim anything.
  expect((await historyOf(untraced, bob)).some(({ metadata }) => metadata.hash === hash)).toBe(false)
  expect(await itemOf(traced, bob, hash)).toMatchObject({ operationType: 'receive', moved: ['in 0.5 ETH'] })
}, 60_000)

test('behavior: threat 23: transfers that another operation of the bundle fakes are not the account’s payment', async () => {
  const thief = accounts().create({ delegated: false })
  const claim = liar.claim(ann.sender, forged)
  const stranger: EvmAddress = '0x5742a9e40000000000000000000000000000beef'
  const other = liar.claim(ann.sender, stranger)
  const { hash } = await bundle(
    await thief.operation({
      calls: [
        { to: liar.address, data: claim },
        { to: liar.address, data: other },
      ],
    }),
    await ann.operation({ calls: [pay(bob, parseEther('1'))] }),
  )
  for (const index of [traced, untraced]) {
    const { moved } = await itemOf(index, ann.sender, hash)
    // A look-alike of an address that Ann paid is hidden.
    expect(moved.filter((line) => line.startsWith('out 1 '))).toHaveLength(1)
    expect(moved).toHaveLength(2)
    const paid = await readPaid(index.context.database, { keys: [1], account: ann.sender.toLowerCase() as EvmAddress })
    expect([paid.has(bob), paid.has(forged), paid.has(stranger)]).toEqual([true, false, false])
  }
}, 60_000)

test('behavior: an operation whose calls failed is shown as failed, with its cost', async () => {
  const change = { callGasLimit: 200_000n, verificationGasLimit: 300_000n }
  const measured = await ann.operation({ calls: [pay(bob, 1n)], sponsored: false, change })
  const operation = await ann.sign({ ...measured, callData: encodeCalls([pay(bob, parseEther('1000000'))]) })
  const { hash, events } = await bundle(operation)
  expect(events[0]?.success).toBe(false)
  expect(await itemOf(traced, ann.sender, hash)).toMatchObject({
    ...{
      from: ann.sender.toLowerCase(),
      to: token,
      status: 'failed',
      fee: formatEther(events[0]?.actualGasCost ?? 0n),
    },
  })
}, 60_000)

test('behavior: a reorganization removes an account’s operations and their transfers', async () => {
  const before = await historyOf(traced, ann.sender)
  const operation = await ann.operation({ calls: [{ to: bob, value: 5n }, pay(bob, 3n)], sponsored: false })
  const snapshot = await world.request('evm_snapshot')
  const { hash } = await bundle(operation)
  for (const index of [traced, untraced]) {
    expect(await itemOf(index, ann.sender, hash)).toMatchObject({ status: 'confirmed' })
    index.announcements.length = 0
  }
  await world.request('evm_revert', [snapshot])
  for (const index of [traced, untraced]) {
    const after = await historyOf(index, ann.sender)
    expect(after.some(({ metadata }) => metadata.hash === hash)).toBe(false)
    expect(
      index.announcements.some(({ histories }) =>
        histories.includes(`eip155:31337:${ann.sender.toLowerCase()}` as never),
      ),
    ).toBe(true)
    const { database } = index.context
    const head = Number(await world.client.getBlockNumber({ cacheTime: 0 }))
    const rows = [...(await database.select().from(userOperations)), ...(await database.select().from(transfers))]
    for (const { block } of rows) expect(block).toBeLessThanOrEqual(head)
    await expectBalances(index, [ann.sender, bob])
  }
  expect(await historyOf(traced, ann.sender)).toEqual(before)
}, 60_000)
