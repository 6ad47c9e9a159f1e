import { permitTokenAbi } from '@latchkey/contracts'
import { waitForReceipt } from '@latchkey/devnet'
import { type EvmAddress, looksAlike } from '@latchkey/protocol'
import { encodeFunctionData, type Hex, numberToHex, parseEther, parseUnits } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { liar } from '../indexer/testing/liar.ts'
import {
  bytecodes,
  type IndexedChain,
  indexChain,
  rich,
  startTestChain,
  type TestChain,
} from '../indexer/testing/startIndexedChain.ts'
import { isEvmChain } from '../platform/config/chainConfig.ts'
import { createHistoryService } from './createHistoryService.ts'

let chain: TestChain
let index: IndexedChain
let ann: PrivateKeyAccount
let bob: PrivateKeyAccount
/** Look-alike of Bob's address. */
let forged: EvmAddress

const stranger: EvmAddress = '0x5742a9e40000000000000000000000000000beef'
const usd = (text: string) => parseUnits(text, 6)

beforeAll(async () => {
  chain = await startTestChain()
  ann = await chain.person()
  bob = await chain.person()
  const bobs = bob.address.toLowerCase()
  forged = `0x${bobs.slice(2, 6)}${'7'.repeat(32)}${bobs.slice(38)}`
  const token = (symbol: string) =>
    chain.deploy({ abi: permitTokenAbi, bytecode: bytecodes.token, args: ['Dollar', symbol, 6, rich.address] })
  const dollar = await token('USDL')
  const fake = await token('USDꓡ')
  const call = (functionName: 'mint' | 'transfer' | 'transferFrom', args: readonly unknown[]) =>
    encodeFunctionData({ abi: permitTokenAbi, functionName, args } as Parameters<typeof encodeFunctionData>[0])
  for (const to of [ann.address, forged, stranger]) {
    await chain.send({ to: dollar, data: call('mint', [to, usd('1000')]) })
    await chain.send({ to: fake, data: call('mint', [to, usd('1000')]) })
  }
  await chain.anvil.request('anvil_setCode', [liar.address, liar.code])
  /** Sends from an address without a known key. */
  const as = async (from: EvmAddress, { to, data, value = 0n }: { to: EvmAddress; data?: Hex; value?: bigint }) => {
    await chain.anvil.request('anvil_setBalance', [from, numberToHex(parseEther('5'))])
    await chain.anvil.request('anvil_impersonateAccount', [from])
    const transaction = { from, to, value: numberToHex(value), gas: numberToHex(300_000), ...(data ? { data } : {}) }
    const hash = (await chain.anvil.request('eth_sendTransaction', [transaction])) as Hex
    expect((await waitForReceipt({ client: chain.client, hash })).status).toBe('success')
  }

  // Ann's own transaction: she pays Bob.
  await chain.walletOf(ann).sendTransaction({ to: dollar, data: call('transfer', [bob.address, usd('25')]) })
  // Attacks on her history.
  await as(forged, { to: dollar, data: call('transferFrom', [ann.address, forged, 0n]) })
  await as(forged, { to: dollar, data: call('transfer', [ann.address, 3n]) })
  await as(forged, { to: dollar, data: call('transfer', [ann.address, usd('0.4')]) })
  await as(forged, { to: ann.address, value: 1n })
  await as(forged, { to: fake, data: call('transfer', [ann.address, usd('25')]) })
  await as(forged, { to: liar.address, data: liar.claim(ann.address, forged) })
  await as(stranger, { to: liar.address, data: liar.claim(forged, ann.address) })
  await as(stranger, { to: liar.address, data: liar.claim(ann.address, stranger) })
  await as(stranger, { to: dollar, data: call('transfer', [ann.address, 1n]) })
  // Honest transfers: a small payment, a tiny one from Bob, and a large one from any address.
  await as(stranger, { to: dollar, data: call('transfer', [ann.address, usd('0.05')]) })
  await chain.send({ to: dollar, data: call('mint', [bob.address, 1n]) })
  await chain.walletOf(bob).sendTransaction({ to: dollar, data: call('transfer', [ann.address, 1n]) })
  await as(forged, { to: dollar, data: call('transfer', [ann.address, usd('50')]) })
  const tokens = [{ address: dollar, name: 'Dollar', symbol: 'USDL', usdReference: true }]
  index = await indexChain({ url: chain.anvil.url, config: { tokens } })
  await index.synced()
})
afterAll(async () => {
  await index?.stop()
  await chain?.anvil.stop()
})

test('behavior: threat 23: of a poisoned history, only the real transfers remain', async () => {
  expect(looksAlike(forged, bob.address)).toBe(true)
  const { response } = await createHistoryService({ context: index.context }).read({ address: ann.address })
  const [account, bobs] = [ann.address.toLowerCase(), bob.address.toLowerCase()]
  const rows = response.data.map(({ metadata, transfers }) => ({
    ...{ from: metadata.sentFrom.toLowerCase(), to: metadata.sentTo.toLowerCase() },
    ...{ amount: transfers[0]?.quantity.numeric, by: (metadata.sentBy ?? metadata.sentFrom).toLowerCase() },
  }))
  const minted = rows.filter(({ from }) => from === `0x${'0'.repeat(40)}` || from === rich.address.toLowerCase())
  expect(rows.filter((row) => !minted.includes(row))).toEqual([
    { from: forged, to: account, by: forged, amount: '50' },
    { from: bobs, to: account, by: bobs, amount: '0.000001' },
    { from: stranger, to: account, by: stranger, amount: '0.05' },
    // A claim that Ann paid a stranger is shown with its author.
    { from: account, to: stranger, by: stranger, amount: '100' },
    { from: account, to: bobs, by: account, amount: '25' },
  ])
})

test('behavior: threat 23: a flood of zero transfers fills no pages', async () => {
  const dollar = index.context.config.chains.find(isEvmChain)?.tokens[0]?.address as EvmAddress
  const data = encodeFunctionData({
    ...{ abi: permitTokenAbi, functionName: 'transferFrom', args: [ann.address, forged, 0n] },
  })
  const service = createHistoryService({ context: index.context })
  const before = (await service.read({ address: ann.address })).response
  for (let count = 0; count < 60; count++) await chain.send({ to: dollar, data })
  await index.synced()
  const after = (await createHistoryService({ context: index.context }).read({ address: ann.address })).response
  expect(after).toEqual(before)
})
