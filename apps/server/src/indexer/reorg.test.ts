import { permitTokenAbi, wrappedNativeAbi } from '@latchkey/contracts'
import { type EvmAddress, nativeEvmAddress, toAccountId } from '@latchkey/protocol'
import { desc } from 'drizzle-orm'
import { encodeFunctionData } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { balances, blocks, indexedChains, transactions, transfers } from '../chains/schema.ts'
import { trades } from '../markets/schema.ts'
import { pricePoints } from '../prices/schema.ts'
import { until } from '../testing/until.ts'
import { compareWithChain } from './testing/compareWithChain.ts'
import {
  bytecodes,
  type IndexedChain,
  indexChain,
  rich,
  startTestChain,
  type TestChain,
} from './testing/startIndexedChain.ts'
import { unwind } from './unwind.ts'

let chain: TestChain
let index: IndexedChain
let token: EvmAddress

const bob: EvmAddress = '0xb0b0000000000000000000000000000000000b0b'

beforeEach(async () => {
  chain = await startTestChain()
  token = await deployToken(chain)
  index = await indexChain({ url: chain.anvil.url })
})
afterEach(async () => {
  await index.stop()
  await chain.anvil.stop()
})

function deployToken(on: TestChain) {
  const args = ['Plain', 'PLN', 18, rich.address]
  return on.deploy({ abi: permitTokenAbi, bytecode: bytecodes.token, args })
}

async function mint(count: number, to: EvmAddress = bob) {
  const data = encodeFunctionData({ abi: permitTokenAbi, functionName: 'mint', args: [to, 100n] })
  for (let round = 0; round < count; round++) await chain.send({ to: token, data })
}

/** Checks that the index equals the chain, without rows of replaced blocks. */
async function expectEqual() {
  await index.synced()
  const { database } = index.context
  await compareWithChain({ database, client: chain.client })
  const stored = await database.select().from(blocks)
  for (const { number, hash } of stored) {
    expect((await chain.client.getBlock({ blockNumber: BigInt(number) })).hash).toBe(hash)
  }
  const head = await chain.head()
  const rows = [...(await database.select().from(transfers)), ...(await database.select().from(transactions))]
  for (const { block } of rows) expect(block).toBeLessThanOrEqual(head)
}

test('default: a short reorganization is reverted and published to the affected accounts', async () => {
  await mint(8)
  await index.synced()
  index.announcements.length = 0
  await chain.anvil.request('anvil_reorg', [3, []])
  await expectEqual()
  const account = toAccountId({ chainId: 'eip155:31337', address: bob })
  expect(index.announcements.some(({ histories }) => histories.includes(account))).toBe(true)
  expect(index.announcements.some(({ balances }) => balances.includes(account))).toBe(true)
  expect(await index.context.database.select().from(transfers)).toHaveLength(5)
  await mint(2)
  await expectEqual()
})

test('behavior: a reverted range restores every balance, before any comparison with the chain', async () => {
  await mint(2)
  await index.synced()
  const { database } = index.context
  const read = async (from: Pick<typeof database, 'select'>) =>
    (await from.select().from(balances)).map(({ account, token, amount }) => `${account} ${token} ${amount}`).sort()
  const [before, [kept]] = [await read(database), await database.select().from(blocks).orderBy(desc(blocks.number))]
  if (!kept) throw new Error('Nothing is indexed')
  // A token transfer with a fee, and a native transfer.
  await mint(1)
  await chain.send({ to: bob, value: 5n })
  await index.synced()
  expect(await read(database)).not.toEqual(before)
  const undone = database.transaction(async (tx) => {
    const { number: to, hash, chain: key } = kept
    await unwind(tx, { chain: key, from: to + 2, to, hash })
    throw await read(tx)
  })
  const emptied = `${bob} ${nativeEvmAddress} 0`
  await expect(undone).rejects.toEqual([...before, emptied].sort())
})

test('behavior: a reverted range leaves no prices and no trades of its blocks', async () => {
  await mint(2)
  await index.synced()
  const { database } = index.context
  const [kept] = await database.select().from(blocks).orderBy(desc(blocks.number))
  if (!kept) throw new Error('Nothing is indexed')
  const { number: to, hash, chain: key } = kept
  const left = database.transaction(async (tx) => {
    for (const block of [to, to + 1]) {
      const common = { chain: key, block, time: block, token }
      await tx.insert(pricePoints).values({ ...common, usd: 1 })
      const trade = { ...common, buy: true, txIndex: 0, logIndex: 0, pool: bob, maker: bob, amount: 1n }
      await tx.insert(trades).values(trade)
    }
    await tx.update(indexedChains).set({ block: to + 1 })
    await unwind(tx, { chain: key, from: to + 1, to, hash })
    const points = await tx.select().from(pricePoints)
    throw [...points, ...(await tx.select().from(trades))].map(({ block }) => block)
  })
  await expect(left).rejects.toEqual([to, to])
})

test('behavior: a restored snapshot makes the chain shorter', async () => {
  await mint(2)
  const snapshot = await chain.anvil.request('evm_snapshot')
  await mint(4)
  await index.synced()
  const before = await chain.head()
  await chain.anvil.request('evm_revert', [snapshot])
  expect(await chain.head()).toBe(before - 4)
  await expectEqual()
  await mint(1, '0xb0b0000000000000000000000000000000000b0c')
  await expectEqual()
})

test('behavior: reverts 64 blocks without a new start', async () => {
  await mint(3)
  await chain.anvil.request('anvil_mine', ['0x3c'])
  await mint(6)
  await index.synced()
  const first = await firstBlockOfIndex()
  await chain.anvil.request('anvil_reorg', [64, []])
  await expectEqual()
  expect(await firstBlockOfIndex()).toEqual(first)
  expect((await index.context.database.select().from(transfers)).length).toBeLessThan(9)
})

test('behavior: a deeper reorganization indexes everything again, and mixes nothing', async () => {
  await mint(3)
  await chain.anvil.request('anvil_mine', ['0x3e'])
  await mint(6)
  await index.synced()
  await chain.anvil.request('anvil_reorg', [67, []])
  await expectEqual()
})

test('behavior: continues after a node outage', async () => {
  await mint(3)
  await index.synced()
  const { port } = chain.anvil
  const state = await chain.anvil.request('anvil_dumpState')
  await chain.anvil.stop()
  await until(() => index.indexer.status()[0]?.state === 'failing')
  chain = await startTestChain({ port })
  await chain.anvil.request('anvil_loadState', [state])
  await mint(1)
  await expectEqual()
})

test('behavior: indexes another chain with the same ID again, even if it is longer', async () => {
  await mint(3)
  await index.synced()
  const { port } = chain.anvil
  await chain.anvil.stop()
  chain = await startTestChain({ port })
  await chain.deploy({ abi: wrappedNativeAbi, bytecode: bytecodes.weth })
  token = await deployToken(chain)
  await mint(12, '0xb0b0000000000000000000000000000000000b0d')
  await expectEqual()
})

/** Returns the first indexed transaction. After a restart of the index, its row is newer. */
async function firstBlockOfIndex() {
  const { rows } = await index.context.database.execute('select ctid, hash from transactions order by block limit 1')
  return rows
}
