import { hexToBytes } from '@noble/hashes/utils'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { paymentKey } from '../bitcoin/bitcoinKeys.ts'
import { createVirtualBitcoinWallet } from '../bitcoin/createVirtualBitcoinWallet.ts'
import { createPsbt } from '../bitcoin/psbt.ts'
import type { OwnerApproval } from '../owner/Owner.ts'
import { describePairedRequest } from '../paired/describePairedRequest.ts'
import { createVirtualSolanaWallet } from '../solana/createVirtualSolanaWallet.ts'
import { describeSolanaTransaction } from '../solana/describeSolanaTransaction.ts'
import type { PanelFamily } from './PanelFamily.ts'
import { toBitcoinFamily } from './toBitcoinFamily.ts'
import { toSolanaFamily } from './toSolanaFamily.ts'

const accounts = [{ privateKey: `0x${'33'.repeat(32)}` }] as const
const solana = createVirtualSolanaWallet({ accounts })
const [own = ''] = solana.addresses
const key = (byte: number) => new Uint8Array(32).fill(byte)
const receiver = base58.encode(key(2))
const mint = base58.encode(key(3))
const system = key(0)
const tokenProgram = base58.decode('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const memo = base58.decode('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const amount = (value: number) => [...new Uint8Array(new BigUint64Array([BigInt(value)]).buffer)]

/** A transaction with one signer, the other keys, and its instructions. */
function transactionOf(
  keys: readonly Uint8Array[],
  instructions: readonly (readonly [program: number, accounts: readonly number[], data: readonly number[]])[],
  version: 'legacy' | 0 = 0,
): Uint8Array {
  const all = [base58.decode(own), ...keys]
  return new Uint8Array([
    ...[1, ...new Uint8Array(64), ...(version === 0 ? [0x80] : []), 1, 0, 1, all.length],
    ...all.flatMap((each) => [...each]),
    ...[...new Uint8Array(32), instructions.length],
    ...instructions.flatMap(([program, list, data]) => [program, list.length, ...list, data.length, ...data]),
    ...(version === 0 ? [0] : []),
  ])
}
const words = (lines: readonly { label: string; value: string }[]) =>
  lines.map(({ label, value }) => `${label}: ${value}`)
const transfer = transactionOf([key(2), system], [[2, [0, 1], [2, 0, 0, 0, ...amount(1_500_000_000)]]])

test.each<[string, Uint8Array, readonly string[]]>([
  ['a transfer', transfer, ['Sends: 1.5 SOL', `Receiver: ${receiver}`]],
  [
    'one of the older form',
    transactionOf([key(2), system], [[2, [0, 1], [2, 0, 0, 0, ...amount(1)]]], 'legacy'),
    ['Sends: 0.000000001 SOL', `Receiver: ${receiver}`],
  ],
  [
    'a token, with a note',
    transactionOf(
      [key(4), key(3), key(2), tokenProgram, memo],
      [
        [4, [1, 2, 3, 0], [12, ...amount(2_500_000), 6]],
        [5, [], [...new TextEncoder().encode('hi')]],
      ],
    ),
    ['Sends: 2.5 USDL', `Token: ${mint}`, `Token account of the receiver: ${receiver}`, 'Note: hi'],
  ],
  [
    'a right to spend',
    transactionOf([key(4), key(2), tokenProgram], [[3, [1, 2, 0], [4, ...amount(7)]]]),
    ['Lets spend: 7 base units of a token', `Spender: ${receiver}`],
  ],
  [
    'a program that nobody knows',
    transactionOf([key(9)], [[1, [], [1, 2]]]),
    [`Calls: ${base58.encode(key(9))}, 2 bytes`],
  ],
])('behavior: describes %s', (_, transaction, expected) => {
  const nameToken = (asked: string) => (asked === mint ? 'USDL' : undefined)
  expect(words(describeSolanaTransaction({ transaction, nameToken }))).toStrictEqual([
    ...expected,
    'Network cost: at most 0.000005 SOL',
    `Fee paid by: ${own}`,
  ])
})

const budgetProgram = base58.decode('ComputeBudget111111111111111111111111111111')
const associatedProgram = base58.decode('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const price = [3, ...amount(2_000_000)]

test.each([
  ['the price for the limit', [budgetProgram], [[1, [], [2, 0xe8, 3, 0, 0]] as const], '0.000007 SOL'],
  ['the usual limit without one', [budgetProgram, memo], [[2, [], [1]] as const], '0.000405 SOL'],
  [
    'the rent of an account that it opens',
    [budgetProgram, associatedProgram],
    [[1, [], [2, 0, 0, 0, 0]] as const, [2, [0, 0, 0], []] as const],
    '0.000005 SOL, and the rent of the token account',
  ],
])('behavior: the network cost has %s', (_, keys, instructions, cost) => {
  const lines = describeSolanaTransaction({ transaction: transactionOf(keys, [[1, [], price], ...instructions]) })
  expect(words(lines)).toContain(`Network cost: at most ${cost}`)
})

test('error: bytes that are not a transaction', () => {
  for (const bytes of [new Uint8Array(), transfer.slice(0, -9), new Uint8Array([1, 2, 3])])
    expect(words(describeSolanaTransaction({ transaction: bytes }))).toStrictEqual(['Content: unreadable'])
})

const describe = async (family: PanelFamily, method: string, ...params: unknown[]) => {
  const approval: OwnerApproval = { id: 1, method, params, approve: () => {}, reject: () => {} }
  const { title, network, account, isConnect, lines } = await family.describe(approval)
  return [title, network, account.name, isConnect, ...words(lines)]
}

test('behavior: the panel of a Solana wallet', async () => {
  const family = toSolanaFamily({ wallet: solana, names: ['Ada'] })
  const account = { address: own }
  expect(await describe(family, 'standard:connect')).toStrictEqual([
    'Connect',
    'Solana',
    'Ada',
    true,
    'Asks for: your address',
  ])
  const input = { account, chain: 'solana:localnet' }
  expect(await describe(family, 'solana:signMessage', { ...input, message: new Uint8Array([104, 105]) })).toStrictEqual(
    ['Sign message', 'Local Solana', 'Ada', false, 'Message: hi'],
  )
  expect(
    (await describe(family, 'solana:signTransaction', { ...input, transaction: transfer })).slice(0, 5),
  ).toStrictEqual(['Sign transaction', 'Local Solana', 'Ada', false, 'Sends: 1.5 SOL'])
})

const chain = 'bitcoin:regtest'
const paying = paymentKey({ privateKey: hexToBytes('33'.repeat(32)), chain })
const other = paymentKey({ privateKey: hexToBytes('44'.repeat(32)), chain })
const psbt = createPsbt({
  transaction: {
    ...{ version: 2, locktime: 0 },
    inputs: [{ txid: key(1), vout: 0, script: new Uint8Array(), sequence: 0 }],
    outputs: [
      { amount: 60_000n, script: other.script },
      { amount: 39_000n, script: paying.script },
    ],
  },
  prevouts: [{ amount: 100_000n, script: paying.script }],
})
const payment = [
  'Sends: 0.0006 BTC',
  `Receiver: ${other.address}`,
  'Comes back: 0.00039 BTC',
  'Network cost: 0.00001 BTC',
]

test('behavior: the panel of a Bitcoin wallet, for all interfaces', async () => {
  const wallet = createVirtualBitcoinWallet({ accounts, chains: [chain] })
  const family = toBitcoinFamily({ wallet, names: ['Ada'], chain })
  for (const method of ['bitcoin:connect', 'wallet_connect', 'getAccounts', 'requestAccounts'])
    expect((await describe(family, method)).slice(0, 4)).toStrictEqual(['Connect', 'Local Bitcoin', 'Ada', true])
  expect(await describe(family, 'signMessage', { message: 'hi' })).toContain('Message: hi')
  expect(await describe(family, 'signMessage', 'hi', 'ecdsa')).toContain('Message: hi')
  const hex = [...psbt].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  for (const param of [{ psbt, chain }, { psbt: btoa(String.fromCharCode(...psbt)) }, hex])
    expect((await describe(family, 'signPsbt', param)).slice(4)).toStrictEqual(payment)
  expect(await describe(family, 'sendBitcoin', other.address, 60_000)).toContain('Sends: 0.0006 BTC')
})

test('behavior: a paired wallet shows the same description', () => {
  const about = { chain: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328', own: [paying.address] }
  const base64 = btoa(String.fromCharCode(...psbt))
  const signing = describePairedRequest({ ...about, method: 'signPsbt', params: [{ psbt: base64, broadcast: true }] })
  expect(signing).toMatchObject({ kind: 'transaction', sends: true })
  expect(words(signing.lines)).toStrictEqual(payment)
  const message = base58.encode(new TextEncoder().encode('Ahoy'))
  expect(describePairedRequest({ ...about, method: 'solana_signMessage', params: [{ message }] })).toMatchObject({
    ...{ kind: 'message', lines: [{ value: 'Ahoy' }] },
  })
  for (const [method, params] of [
    ['solana_signMessage', [{ message: '0OIl' }]],
    ['signPsbt', [{ psbt: '!' }]],
    ['signPsbt', [{ psbt: 'AAAA' }]],
    ['solana_signTransaction', [{ transaction: 'AAAA' }]],
    ['sendTransfer', [{ amount: 'much' }]],
    ['dance', []],
  ] as const)
    expect(describePairedRequest({ ...about, method, params })).toMatchObject({ kind: 'unknown' })
})
