import { permitTokenAbi } from '@latchkey/contracts'
import type { EvmAddress } from '@latchkey/protocol'
import { encodeFunctionData, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHistoryService } from '../accounts/createHistoryService.ts'
import { checksumAddress } from '../chains/checksumAddress.ts'
import { indexedChains, pendingTransactions } from '../chains/schema.ts'
import { until } from '../testing/until.ts'
import type { ChainScope } from './ChainScope.ts'
import { createPendingWatcher } from './pending.ts'
import {
  bytecodes,
  type IndexedChain,
  indexChain,
  rich,
  startTestChain,
  type TestChain,
} from './testing/startIndexedChain.ts'

let chain: TestChain
let index: IndexedChain

beforeAll(async () => {
  chain = await startTestChain()
  index = await indexChain({ url: chain.anvil.url })
})
afterAll(async () => {
  await index.stop()
  await chain.anvil.stop()
})

test('default: a pending transaction is in both accounts’ activity within a second, and is replaced immediately when mined', async () => {
  const args = ['Plain', 'PLN', 18, rich.address]
  const token = await chain.deploy({ abi: permitTokenAbi, bytecode: bytecodes.token, args })
  const mint = encodeFunctionData({ abi: permitTokenAbi, functionName: 'mint', args: [rich.address, 10n ** 20n] })
  await chain.send({ to: token, data: mint })
  await index.synced()
  await chain.anvil.request('evm_setAutomine', [false])
  const bob: EvmAddress = '0xb0b0000000000000000000000000000000000b0b'
  const wallet = chain.walletOf(rich)
  const histories = createHistoryService({ context: index.context })
  const read = async (address: EvmAddress) => {
    histories.expire(`eip155:31337:${address}`)
    return (await histories.read({ address })).response.data
  }

  const delays: number[] = []
  for (const receiver of ['a', 'b', 'c'].map((digit): EvmAddress => `0x${digit.repeat(40)}`)) {
    const sent = performance.now()
    await wallet.sendTransaction({ to: receiver, value: 1n })
    await until(async () => (await read(receiver)).length === 1)
    delays.push(performance.now() - sent)
  }
  // Use the median: a single round may be slow on a busy machine.
  expect(delays.sort((a, b) => a - b)[1]).toBeLessThan(1000)

  const native = await wallet.sendTransaction({ to: bob, value: parseEther('1.5') })
  const nonce = await chain.client.getTransactionCount({ address: rich.address, blockTag: 'pending' })
  const data = encodeFunctionData({ abi: permitTokenAbi, functionName: 'transfer', args: [bob, 2n * 10n ** 18n] })
  await wallet.sendTransaction({ to: token, data, gas: 100_000n, nonce })
  await until(async () => (await read(bob)).length === 2)
  const items = await read(bob)
  expect(items.map(({ metadata }) => metadata.status)).toEqual(['pending', 'pending'])
  const byHash = (hash: string) => items.find(({ metadata }) => metadata.hash === hash)
  expect(byHash(native)).toMatchObject({
    metadata: { operationType: 'receive', sentTo: checksumAddress(bob) },
    transfers: [{ direction: 'in', quantity: { numeric: '1.5' }, fungible_info: { symbol: 'ETH' } }],
  })
  const other = items.find(({ metadata }) => metadata.hash !== native)
  expect(other).toMatchObject({
    metadata: { operationType: 'receive' },
    transfers: [{ direction: 'in', quantity: { numeric: '2' }, fungible_info: { symbol: 'PLN' } }],
  })
  const own = (await read(rich.address.toLowerCase() as EvmAddress)).slice(0, 2)
  expect(own.map(({ metadata }) => [metadata.status, metadata.operationType])).toEqual([
    ['pending', 'send'],
    ['pending', 'send'],
  ])

  await chain.anvil.request('evm_mine')
  await index.synced()
  await until(async () => (await read(bob)).every(({ metadata }) => metadata.status === 'confirmed'))
  expect(await read(bob)).toHaveLength(2)
})

test('behavior: a node that returns the newest block as the pending one has no pending transactions', async () => {
  const { context, rpc } = index
  await chain.anvil.request('evm_setAutomine', [true])
  await chain.send({ to: `0x${'d'.repeat(40)}`, value: 1n })
  await index.synced()
  const newest = await chain.anvil.request('eth_getBlockByNumber', ['latest', true])
  const [{ key = 0 } = {}] = await context.database.select().from(indexedChains)
  const told: unknown[] = []
  const watcher = createPendingWatcher({
    context: {
      ...context,
      bus: { ...context.bus, publish: async (_channel: string, text: string) => void told.push(text) },
    },
    rpc: { ...rpc, batch: async () => [{ result: newest }] },
    ...{ chainId: 'eip155:31337', chain: key, signal: new AbortController().signal },
  } as unknown as ChainScope)
  await watcher.look({ head: await chain.head() })
  expect(told).toEqual([])
  expect(await context.database.select().from(pendingTransactions)).toEqual([])
})
