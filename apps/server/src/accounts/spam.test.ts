import { permitTokenAbi, spamTokenAbi } from '@latchkey/contracts'
import { type EvmAddress, toAccountId } from '@latchkey/protocol'
import { encodeFunctionData, parseEther } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bytecodes,
  type IndexedChain,
  indexChain,
  rich,
  startTestChain,
  type TestChain,
} from '../indexer/testing/startIndexedChain.ts'
import { createBalanceService } from './createBalanceService.ts'
import { createHistoryService } from './createHistoryService.ts'

let chain: TestChain
let index: IndexedChain
let usd: EvmAddress
let thrown: EvmAddress
let fake: EvmAddress
let blocked: EvmAddress
let ann: PrivateKeyAccount
let bob: PrivateKeyAccount

beforeAll(async () => {
  chain = await startTestChain()
  ann = await chain.person()
  bob = await chain.person()
  const token = (name: string, symbol: string) =>
    chain.deploy({ abi: permitTokenAbi, bytecode: bytecodes.token, args: [name, symbol, 18, rich.address] })
  usd = await token('Dollar', 'USDL')
  fake = await token('Dollar', 'USDꓡ')
  blocked = await token('Innocent', 'INN')
  thrown = await chain.deploy({ abi: spamTokenAbi, bytecode: bytecodes.spamToken, args: ['Nice Coin', 'NICE'] })
  for (const address of [usd, fake, blocked]) {
    for (const { address: to } of [ann, bob]) {
      await chain.send({
        to: address,
        data: encodeFunctionData({ abi: permitTokenAbi, functionName: 'mint', args: [to, 5n] }),
      })
    }
  }
  const many = Array.from({ length: 30 }, (_, number): EvmAddress => `0x${(number + 1).toString(16).padStart(40, '5')}`)
  await chain.send({
    to: thrown,
    data: encodeFunctionData({
      ...{ abi: spamTokenAbi, functionName: 'airdrop', args: [[ann.address, bob.address, ...many], parseEther('1')] },
    }),
  })
  // Bob has moved the token himself, so it counts as trusted.
  await chain.walletOf(bob).sendTransaction({
    to: thrown,
    data: encodeFunctionData({ abi: spamTokenAbi, functionName: 'transfer', args: [rich.address, 1n] }),
  })
  index = await indexChain({
    url: chain.anvil.url,
    config: { tokens: [{ address: usd, name: 'Dollar', symbol: 'USDL' }], spam: [blocked] },
  })
  await index.synced()
})
afterAll(async () => {
  await index.stop()
  await chain.anvil.stop()
})

async function shownTo({ address }: PrivateKeyAccount) {
  const balances = createBalanceService({ context: index.context, rpc: index.rpc })
  const histories = createHistoryService({ context: index.context })
  const held = (await balances.read({ address })).response.balances.flatMap((balance) => balance.address ?? [])
  const items = (await histories.read({ address })).response.data
  const moved = items.flatMap(({ transfers }) => transfers.flatMap((transfer) => transfer.address ?? []))
  return { held: new Set(held), moved: new Set(moved) }
}

const id = (address: EvmAddress) => toAccountId({ chainId: 'eip155:31337', address })

test('default: hides airdrops, look-alikes of listed tokens and known spam', async () => {
  const { held, moved } = await shownTo(ann)
  expect(held).toEqual(new Set([id(usd)]))
  expect(moved).toEqual(new Set([id(usd)]))
})

test('behavior: never hides a token that the account has moved, and always hides a blocked one', async () => {
  const { held, moved } = await shownTo(bob)
  expect(held).toEqual(new Set([id(usd), id(thrown)]))
  expect(moved).toEqual(new Set([id(usd), id(thrown)]))
})
