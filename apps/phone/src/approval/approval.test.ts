import { createNameAddressMessage, createNameMessage } from '@latchkey/protocol'
import type { PairedApproval } from '@latchkey/testkit'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createFixtureNode } from '../testing/fixtureNode.ts'
import { fixtureAccounts, fixtureConfig, fixtureNow, fixtureRequests, fixtureToken } from '../testing/fixtures.ts'
import { canSign, isGrave } from './canSign.ts'
import { type AppRequest, describeApproval } from './describeApproval.ts'
import { essenceOf } from './essenceOf.ts'
import { sentenceOf } from './sentenceOf.ts'
import { toTransactionParams } from './toTransactionParams.ts'

beforeAll(() => {
  vi.useFakeTimers({ now: fixtureNow, toFake: ['Date'] })
})
afterAll(() => {
  vi.useRealTimers()
})

const describe = async (approval: PairedApproval, fails = false) => {
  const asked = await describeApproval({
    approval: approval as AppRequest,
    config: fixtureConfig,
    accounts: fixtureAccounts,
    fetch: createFixtureNode({ fails: () => fails }),
  })
  if (asked.kind !== 'sign') throw new Error('Nothing to sign')
  return asked
}
const short = '0x90F7\u2060…\u2060b906'

test.each([
  ['message', 'Sign a message', true, false],
  ['hidden', 'Sign a message', true, true],
  ['signIn', 'Sign in to app.lantern.example', true, false],
  ['foreignSignIn', 'Sign in to bank.example', false, false],
  ['send', `Send 1.5 ETH to ${short}`, true, false],
  ['sendToken', `Send 20,000 LNTN to ${short}`, true, false],
  ['approveAll', `Let ${short} spend unlimited LNTN`, true, true],
  ['typedData', 'Sign structured data', true, true],
  ['forbidden', 'The site asks for “eth_sign”', false, false],
] as const)('default: %s: %s', async (name, sentence, isSigned, grave) => {
  const { description, isMessage } = await describe(fixtureRequests[name]())
  expect(sentenceOf({ description, host: 'app.lantern.example' })).toBe(sentence)
  expect(canSign({ description, isMessage })).toBe(isSigned)
  expect(isGrave(description)).toBe(grave)
})

test('default: a message about a name shows its effect, and the address', async () => {
  const ada = fixtureAccounts[0]?.address
  const ask = async (message: string) => {
    const { description } = await describe({ ...fixtureRequests.message(), params: [message, ada] } as PairedApproval)
    return { description, sentence: sentenceOf({ description, host: null }) }
  }
  const name = 'alice.latchkey.eth'
  const timestamp = Math.floor(fixtureNow / 1000)
  const { sentence } = await ask(createNameMessage({ name, timestamp }))
  expect(sentence).toBe(`Register or change ${name} for this account`)
  const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const passed = await ask(createNameAddressMessage({ name, timestamp, address, coinType: 60 }))
  expect(passed.sentence).toBe(`Let ${name} stand for this address on Ethereum`)
  expect(essenceOf(passed.description)).toMatchObject({ role: 'Address', party: { address } })
  expect(isGrave(passed.description)).toBe(true)
})

test('default: a router’s swap shows the paid amount, the minimum received, and the own account as receiver', async () => {
  const [ada] = fixtureAccounts
  if (!ada) throw new Error('No account')
  const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
  const itself = '0x0000000000000000000000000000000000000002'
  const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
  const abi = parseAbi([
    'function multicall(uint256 deadline, bytes[] data)',
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
    'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  ])
  const v2 = { abi, functionName: 'swapExactTokensForTokens' } as const
  const calls = [
    encodeFunctionData({ ...v2, args: [10n ** 18n, 0n, [fixtureToken, weth], itself] }),
    encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [10n ** 15n, ada.address as `0x${string}`] }),
  ]
  const data = encodeFunctionData({ abi, functionName: 'multicall', args: [4_000_000_000n, calls] })
  const { description } = await describe({
    ...fixtureRequests.send(),
    params: [{ from: ada.address, to: router, data }],
  })
  expect(sentenceOf({ description, host: null })).toBe('Swap tokens')
  expect(essenceOf(description)).toMatchObject({ party: { notice: { kind: 'own' } }, role: 'To', hasMore: false })
  const sums = description.fields.flatMap(({ label, value }) =>
    value.kind === 'amount' ? [`${label}: ${value.text} ${value.asset.symbol}`] : [],
  )
  expect(sums).toEqual(['paid: 1 LNTN', 'minimumReceived: 0.001 ETH'])
})

test('default: the signed transaction has no field left to fill in', async () => {
  const { description } = await describe(fixtureRequests.send())
  if (!description.transaction) throw new Error('No transaction')
  expect(toTransactionParams({ transaction: description.transaction, from: '0xaa' })).toEqual([
    {
      from: '0xaa',
      to: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
      data: '0x',
      chainId: '0x7a69',
      type: '0x2',
      value: '0x14d1120d7b160000',
      nonce: '0x5',
      gas: '0xea60',
      maxFeePerGas: '0xb2d05e00',
      maxPriorityFeePerGas: '0x3b9aca00',
    },
  ])
})

test('error: without its node a transaction is not signed', async () => {
  const { description, isMessage } = await describe(fixtureRequests.send(), true)
  expect(canSign({ description, isMessage })).toBe(false)
})

test('behavior: a transaction that the site would send is described like any other', async () => {
  const asked = await describe({ ...fixtureRequests.send(), method: 'eth_signTransaction' })
  expect(asked.isHandedBack).toBe(true)
  expect(asked.description.intent).toBe('send')
})

test('behavior: describes none of several receivers as the only one', async () => {
  const { description } = await describe(fixtureRequests.send())
  const field = (address: `0x${string}`) => ({
    name: 'to',
    label: 'receiver' as const,
    type: 'address',
    value: { kind: 'address' as const, address, name: null, notice: null },
    children: [],
  })
  const two = { ...description, target: null, fields: [field('0xaa'), field('0xbb')] }
  expect(essenceOf(two)).toMatchObject({ party: null, hasMore: true })
  expect(essenceOf({ ...two, fields: [field('0xAA'), field('0xaa')] })).toMatchObject({
    party: { address: '0xaa' },
    hasMore: false,
  })
})

test.each([
  ['0x7a6a', 31338],
  ['31338', undefined],
  [undefined, undefined],
])('default: the network that %j requests', async (chainId, number) => {
  const approval = { ...fixtureRequests.switchChain(), params: [{ chainId }] } as AppRequest
  const asked = await describeApproval({ approval, config: fixtureConfig, accounts: fixtureAccounts })
  expect(asked).toEqual({ kind: 'switchChain', chainId: number })
})
