import {
  feeOnTransferTokenAbi,
  keyCollectionAbi,
  noReturnTokenAbi,
  permitTokenAbi,
  wrappedNativeAbi,
} from '@latchkey/contracts'
import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import { and, eq } from 'drizzle-orm'
import { type Abi, encodeFunctionData, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { balances, indexedChains, transfers } from '../chains/schema.ts'
import { transferKind } from '../chains/transferKind.ts'
import { until } from '../testing/until.ts'
import { compareWithChain } from './testing/compareWithChain.ts'
import {
  bytecodes,
  type IndexedChain,
  indexChain,
  rich,
  startTestChain,
  type TestChain,
  without,
} from './testing/startIndexedChain.ts'
import { ProgressLost, writeProgress } from './writeRange.ts'

let chain: TestChain
let index: IndexedChain | undefined
let weth: EvmAddress
let token: EvmAddress

beforeAll(async () => {
  chain = await startTestChain()
  weth = await chain.deploy({ abi: wrappedNativeAbi, bytecode: bytecodes.weth })
  const args = ['Plain', 'PLN', 18, rich.address]
  token = await chain.deploy({ abi: permitTokenAbi, bytecode: bytecodes.token, args })
  await playHistory()
})
afterEach(async () => {
  await index?.stop()
  index = undefined
})
afterAll(() => chain.anvil.stop())

/** Makes one transaction of each kind that the index must support. */
async function playHistory() {
  const call = (abi: Abi, functionName: string, args: readonly unknown[]) =>
    encodeFunctionData({ abi, functionName, args })
  const ann = await chain.person()
  const bob = await chain.person()
  const toll = await chain.deploy({
    ...{ abi: feeOnTransferTokenAbi, bytecode: bytecodes.feeOnTransfer },
    args: constructorArguments(feeOnTransferTokenAbi, { name: 'Toll', symbol: 'TOLL' }),
  })
  const mute = await chain.deploy({
    ...{ abi: noReturnTokenAbi, bytecode: bytecodes.noReturn, args: ['Mute', 'MUTE', 6, rich.address] },
  })
  const keys = await chain.deploy({
    ...{ abi: keyCollectionAbi, bytecode: bytecodes.collection, args: ['Keys', 'KEY', rich.address] },
  })
  for (const target of [token, toll, mute]) {
    await chain.send({ to: target, data: call(permitTokenAbi, 'mint', [ann.address, 1000n * 10n ** 18n]) })
  }
  await chain.send({ to: keys, data: call(keyCollectionAbi, 'mint', [ann.address]) })
  const wallet = chain.walletOf(ann)
  for (const target of [token, toll, mute]) {
    await wallet.sendTransaction({ to: target, data: call(permitTokenAbi, 'transfer', [bob.address, 7n * 10n ** 18n]) })
  }
  await wallet.sendTransaction({ to: token, data: call(permitTokenAbi, 'approve', [bob.address, 5n]) })
  await wallet.sendTransaction({
    to: keys,
    data: call(keyCollectionAbi, 'transferFrom', [ann.address, bob.address, 1n]),
  })
  await wallet.sendTransaction({ to: weth, data: call(wrappedNativeAbi, 'deposit', []), value: parseEther('2') })
  // The contract sends native tokens: an internal transfer.
  await wallet.sendTransaction({ to: weth, data: call(wrappedNativeAbi, 'withdraw', [parseEther('1')]) })
  await wallet.sendTransaction({ to: bob.address, value: parseEther('0.5') })
  // Fails in the block: more than Bob has.
  await chain.walletOf(bob).sendTransaction({
    ...{ to: token, data: call(permitTokenAbi, 'transfer', [ann.address, 10n ** 30n]), gas: 100_000n },
  })
}

/** Returns names and zeros in the order of the constructor. */
function constructorArguments(abi: readonly unknown[], { name, symbol }: { name: string; symbol: string }) {
  const inputs = (abi as { type: string; inputs?: { name: string; type: string }[] }[]).find(
    ({ type }) => type === 'constructor',
  )?.inputs
  return (inputs ?? []).map(({ name: input, type }) => {
    if (type === 'string') return input.startsWith('name') ? name : symbol
    if (type === 'uint8') return 18
    return type === 'address' ? rich.address : 100n
  })
}

test('default: indexes everything as it is on the chain', async () => {
  index = await indexChain({ url: chain.anvil.url, config: { contracts: { weth } } })
  await index.synced()
  const { database } = index.context
  const counts = await compareWithChain({ database, client: chain.client })
  expect(counts.transactions).toBe(await chain.head())
  const kinds = (await database.select().from(transfers)).map(({ kind }) => kind)
  const { erc1155: _, declared: __, ...expected } = transferKind
  for (const kind of Object.values(expected)) expect(kinds).toContain(kind)
  // The transfers of operations come from their traces.
  expect(kinds).not.toContain(transferKind.declared)
  expect(kinds.filter((kind) => kind === transferKind.internal)).toHaveLength(1)
  expect(kinds.filter((kind) => kind === transferKind.approval)).toHaveLength(1)
})

test('behavior: follows the head block by block with exact balances, and publishes within 500 ms', async () => {
  index = await indexChain({ url: chain.anvil.url, config: { contracts: { weth } } })
  await index.synced()
  const { announcements } = index
  const bob: EvmAddress = '0xb0b0000000000000000000000000000000000b0b'
  const delays: number[] = []
  for (let round = 0; round < 5; round++) {
    announcements.length = 0
    await chain.send({
      to: token,
      data: encodeFunctionData({ abi: permitTokenAbi, functionName: 'mint', args: [bob, 5n] }),
    })
    const mined = performance.now()
    await until(() => announcements.some(({ balances: accounts }) => accounts.includes(`eip155:31337:${bob}`)))
    delays.push(performance.now() - mined)
    expect(announcements.some(({ histories }) => histories.includes(`eip155:31337:${bob}`))).toBe(true)
    const [row] = await index.context.database.select().from(balances).where(eq(balances.account, bob))
    expect(row).toMatchObject({ token })
    expect(row?.amount).toBe(
      await chain.client.readContract({ address: token, abi: permitTokenAbi, functionName: 'balanceOf', args: [bob] }),
    )
  }
  // Use the median: a single round may be slow on a busy machine.
  expect(delays.sort((a, b) => a - b)[2]).toBeLessThan(500)
  await compareWithChain({ database: index.context.database, client: chain.client })
})

test('behavior: works with a node without block receipts and traces; only internal transfers are missing', async () => {
  index = await indexChain({
    url: chain.anvil.url,
    config: { contracts: { weth } },
    wrap: without('eth_getBlockReceipts', 'debug_traceBlockByNumber', 'trace_block'),
  })
  await index.synced()
  await compareWithChain({ database: index.context.database, client: chain.client })
  const rows = await index.context.database.select().from(transfers).where(eq(transfers.kind, transferKind.internal))
  expect(rows).toEqual([])
})

test('behavior: reads internal transfers from traces of either kind', async () => {
  index = await indexChain({
    url: chain.anvil.url,
    config: { contracts: { weth } },
    wrap: without('debug_traceBlockByNumber'),
  })
  await index.synced()
  const rows = await index.context.database.select().from(transfers).where(eq(transfers.kind, transferKind.internal))
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ sender: weth, token: nativeEvmAddress, amount: parseEther('1') })
})

test('behavior: requests smaller ranges from a node that refuses large ones', async () => {
  let largest = 0
  index = await indexChain({
    url: chain.anvil.url,
    wrap: (rpc) => ({
      ...rpc,
      batch: async (options) => {
        const blocks = options.calls.filter(({ method }) => method === 'eth_getBlockReceipts').length
        if (blocks <= 3) {
          largest = Math.max(largest, blocks)
          return rpc.batch(options)
        }
        return options.calls.map(() => ({ error: { code: -32005, message: 'query exceeds limit' } }))
      },
    }),
  })
  await index.synced()
  expect(largest).toBeGreaterThan(1)
  await compareWithChain({ database: index.context.database, client: chain.client })
})

test('behavior: an index with a late start block reads balances instead of summing transfers', async () => {
  index = await indexChain({ url: chain.anvil.url, config: { indexer: { startBlock: 'latest' } } })
  await index.synced()
  await chain.send({
    to: token,
    data: encodeFunctionData({ abi: permitTokenAbi, functionName: 'mint', args: [rich.address, 3n] }),
  })
  await index.synced()
  const [row] = await index.context.database
    .select()
    .from(balances)
    .where(and(eq(balances.account, rich.address.toLowerCase() as EvmAddress), eq(balances.token, token)))
  expect(row?.amount).toBe(
    await chain.client.readContract({
      ...{ address: token, abi: permitTokenAbi, functionName: 'balanceOf', args: [rich.address] },
    }),
  )
})

test('behavior: two indexes on one database write nothing twice', async () => {
  index = await indexChain({ url: chain.anvil.url })
  const { createIndexer } = await import('./createIndexer.ts')
  const second = createIndexer(index.context, { rpc: index.rpc })
  second.start()
  for (let round = 0; round < 4; round++) {
    await chain.send({ to: '0xb0b0000000000000000000000000000000000b0c', value: 1n })
  }
  await index.synced()
  await second.stop()
  const { transactions } = await compareWithChain({ database: index.context.database, client: chain.client })
  expect(transactions).toBe(await chain.head())
})

test('behavior: an index that another one has overtaken writes nothing', async () => {
  index = await indexChain({ url: chain.anvil.url })
  await index.synced()
  const { database } = index.context
  const [{ key = 0, block, hash } = {}] = await database.select().from(indexedChains)
  const writeFrom = (expected: number | null) =>
    database.transaction(async (tx) => {
      await writeProgress(tx, { chain: key, expected, block: block ?? 0, hash: hash ?? '0x' })
    })
  for (const expected of [null, (block ?? 0) - 1]) await expect(writeFrom(expected)).rejects.toThrow(ProgressLost)
  await expect(writeFrom(block ?? null)).resolves.toBeUndefined()
})
