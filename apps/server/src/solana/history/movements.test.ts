import { nativeSolanaAddress } from '@latchkey/protocol'
import { programs, wrappedSolMint } from '@latchkey/solana'
import { expect, test } from 'vitest'
import type { NodeInstruction, NodeTransaction } from '../node/SolanaNode.ts'
import { isSignedBy } from './isSignedBy.ts'
import { readMovements } from './movements.ts'
import { operationType } from './operationType.ts'

const fee = 5_000n
const rent = 2_039_280n

/** An account before and after: its lamports and one token balance. */
type Line = {
  address: string
  lamports: [before: bigint, after: bigint]
  token?: { mint: string; owner: string; amount: [before: bigint | undefined, after: bigint | undefined] }
}

/** The first line pays the fee. Its lamports need not include that. */
function transaction(
  lines: readonly Line[],
  { failed = false, instructions = [] }: { failed?: boolean; instructions?: readonly NodeInstruction[] } = {},
): NodeTransaction {
  const balances = (place: 0 | 1) =>
    lines.flatMap(({ token }, index) => {
      const amount = token?.amount[place]
      return token && amount !== undefined ? [{ index, mint: token.mint, owner: token.owner, amount, decimals: 6 }] : []
    })
  return {
    ...{ signature: 's', time: 1, failed, fee, instructions },
    accounts: lines.map(({ address }, index) => ({ address, signer: index === 0 })),
    before: lines.map(({ lamports }) => lamports[0]),
    after: lines.map(({ lamports }, index) => lamports[1] - (index === 0 ? fee : 0n)),
    tokensBefore: balances(0),
    tokensAfter: balances(1),
  }
}

const call = (program: string, type?: string, info: Record<string, unknown> = {}): NodeInstruction => ({
  ...{ program, type, info },
})
const swap = call('Swap111111111111111111111111111111111111111')

/** Reads the movements and the type of a transaction. */
function read(given: NodeTransaction, account = 'Ada', nft?: string) {
  const movements = readMovements(given, account)
  const type = operationType({
    transaction: given,
    own: isSignedBy(given, account),
    movements,
    isNft: (mint) => mint === nft,
  })
  const coin = (mint: string) => (mint === nativeSolanaAddress ? 'SOL' : mint === wrappedSolMint ? 'WSOL' : mint)
  return [
    type,
    ...movements.map(({ direction, amount, mint, other }) => `${direction} ${amount} ${coin(mint)} ${other}`),
  ]
}

test('default: reads a payment for both sides, without the fee', () => {
  const pay = transaction(
    [
      { address: 'Ada', lamports: [1_000_000n, 400_000n] },
      { address: 'Ben', lamports: [0n, 600_000n] },
    ],
    { instructions: [call(programs.system, 'transfer')] },
  )
  expect(read(pay)).toEqual(['send', 'out 600000 SOL Ben'])
  expect(read(pay, 'Ben')).toEqual(['receive', 'in 600000 SOL Ada'])
  expect(read(pay, 'Cleo')).toEqual(['execute'])
})

test('default: reads a swap, even if the payer’s account for the received token is new', () => {
  const trade = transaction(
    [
      { address: 'Ada', lamports: [9_000_000n, 9_000_000n - rent] },
      { address: 'AdaA', lamports: [rent, rent], token: { mint: 'A', owner: 'Ada', amount: [500n, 100n] } },
      { address: 'AdaB', lamports: [0n, rent], token: { mint: 'B', owner: 'Ada', amount: [undefined, 70n] } },
      { address: 'PoolA', lamports: [rent, rent], token: { mint: 'A', owner: 'Pool', amount: [1_000n, 1_400n] } },
      { address: 'PoolB', lamports: [rent, rent], token: { mint: 'B', owner: 'Pool', amount: [1_000n, 930n] } },
    ],
    { instructions: [swap] },
  )
  expect(read(trade)).toEqual(['trade', 'out 400 A Pool', 'in 70 B Pool'])
})

test('behavior: opened and closed token accounts are no payments', () => {
  const toNew = transaction(
    [
      { address: 'Ada', lamports: [9_000_000n, 9_000_000n - rent] },
      { address: 'AdaA', lamports: [rent, rent], token: { mint: 'A', owner: 'Ada', amount: [5n, 2n] } },
      { address: 'BenA', lamports: [0n, rent], token: { mint: 'A', owner: 'Ben', amount: [undefined, 3n] } },
    ],
    { instructions: [call(programs.associatedToken, 'create'), call(programs.token, 'transferChecked')] },
  )
  expect(read(toNew)).toEqual(['send', 'out 3 A Ben'])
  expect(read(toNew, 'Ben')).toEqual(['receive', 'in 3 A Ada'])
  const closed = transaction([
    { address: 'Ada', lamports: [1_000n, 1_000n + rent] },
    { address: 'AdaA', lamports: [rent, 0n], token: { mint: 'A', owner: 'Ada', amount: [0n, undefined] } },
  ])
  expect(read(closed)).toEqual(['execute'])
})

test('behavior: reads wrapped and unwrapped SOL', () => {
  const wrap = transaction([
    { address: 'Ada', lamports: [9_000_000n, 9_000_000n - rent - 700n] },
    {
      address: 'AdaW',
      lamports: [0n, rent + 700n],
      token: { mint: wrappedSolMint, owner: 'Ada', amount: [undefined, 700n] },
    },
  ])
  expect(read(wrap)).toEqual(['deposit', 'in 700 WSOL undefined', 'out 700 SOL undefined'])
  const unwrap = transaction([
    { address: 'Ada', lamports: [1_000n, 1_000n + rent + 700n] },
    {
      address: 'AdaW',
      lamports: [rent + 700n, 0n],
      token: { mint: wrappedSolMint, owner: 'Ada', amount: [700n, undefined] },
    },
  ])
  expect(read(unwrap)).toEqual(['withdraw', 'out 700 WSOL undefined', 'in 700 SOL undefined'])
})

test('behavior: reads mints, burns, approvals and payments to a program', () => {
  const own = (amount: [bigint, bigint], lamports: [bigint, bigint] = [9n, 9n]): Line[] => [
    { address: 'Ada', lamports },
    { address: 'AdaA', lamports: [rent, rent], token: { mint: 'A', owner: 'Ada', amount } },
  ]
  expect(read(transaction(own([0n, 9n])))).toEqual(['mint', 'in 9 A undefined'])
  expect(read(transaction(own([9n, 4n])))).toEqual(['burn', 'out 5 A undefined'])
  const allow = transaction(own([9n, 9n]), { instructions: [call(programs.token, 'approveChecked')] })
  expect(read(allow)).toEqual(['approve'])
  const paid = [...own([0n, 1n], [9_000n, 4_000n]), { address: 'Shop', lamports: [0n, 5_000n] as [bigint, bigint] }]
  // A payment for a new NFT is a mint; for anything else, it is a trade.
  expect(read(transaction(paid, { instructions: [swap] }), 'Ada', 'A')[0]).toBe('mint')
  expect(read(transaction(paid, { instructions: [swap] }))[0]).toBe('trade')
  const [first, , shop] = paid
  expect(read(transaction([first, shop] as Line[], { instructions: [swap] }))).toEqual(['execute', 'out 5000 SOL Shop'])
})

test('behavior: a transfer fee of the mint reduces the received amount', () => {
  const taxed = transaction(
    [
      { address: 'Ada', lamports: [9n, 9n] },
      { address: 'AdaA', lamports: [rent, rent], token: { mint: 'A', owner: 'Ada', amount: [1_000n, 900n] } },
      { address: 'BenA', lamports: [rent, rent], token: { mint: 'A', owner: 'Ben', amount: [0n, 99n] } },
    ],
    { instructions: [call(programs.token2022, 'transferChecked')] },
  )
  expect(read(taxed)).toEqual(['send', 'out 100 A Ben'])
  expect(read(taxed, 'Ben')).toEqual(['receive', 'in 99 A Ada'])
})

test('behavior: reads a payment to oneself, and a failed one', () => {
  const line: Line = { address: 'Ada', lamports: [9_000n, 9_000n] }
  const toSelf = call(programs.system, 'transfer', { source: 'Ada', destination: 'Ada', lamports: 70 })
  expect(read(transaction([line], { instructions: [toSelf] }))).toEqual(['send', 'self 70 SOL Ada'])
  const accounts: Line[] = [
    line,
    { address: 'AdaA', lamports: [rent, rent], token: { mint: 'A', owner: 'Ada', amount: [5n, 5n] } },
    { address: 'BenA', lamports: [rent, rent], token: { mint: 'A', owner: 'Ben', amount: [0n, 0n] } },
  ]
  const tried = call(programs.token, 'transferChecked', {
    ...{ source: 'AdaA', destination: 'BenA', mint: 'A', authority: 'Ada' },
    tokenAmount: { amount: '9', decimals: 6 },
  })
  expect(read(transaction(accounts, { failed: true, instructions: [tried] }))).toEqual(['send', 'out 9 A Ben'])
  const called = transaction([line], { failed: true, instructions: [swap] })
  expect(read(called)).toEqual(['execute'])
})
