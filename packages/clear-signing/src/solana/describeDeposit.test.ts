import type { Instruction } from '@solana/kit'
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system'
import { expect, test } from 'vitest'
import type { ChainReader, Description } from '../Description.ts'
import { addressOf, codesOf, describeSolana, instructionOf, signerOf, wireOf } from '../testing/solanaBuilder.ts'
import { rentOf } from './rentOf.ts'

const [account, made, mint] = [addressOf(1), addressOf(7), addressOf(9)]
const system = '11111111111111111111111111111111'
const token = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const start = 100_000_000_000n

/** A cluster on which the visitor pays this amount, besides the fee, to a new account. */
function clusterOf({ lamports, space = 0, owner = system }: { lamports: bigint; space?: number; owner?: string }) {
  const infoOf = (coins: bigint, bytes: number, program: string) => ({
    ...{ owner: program, lamports: Number(coins), executable: false },
    data: [Buffer.alloc(bytes).toString('base64'), 'base64'],
  })
  const ask: ChainReader = async ({ method, params }) => {
    if (method === 'isBlockhashValid') return { value: true }
    const own = (coins: bigint) => infoOf(coins, 0, system)
    if (method === 'getMultipleAccounts')
      return { value: (params[0] as string[]).map((address) => (address === account ? own(start) : null)) }
    const { addresses } = (params[1] as { accounts: { addresses: string[] } }).accounts
    const fee = 5_000n * BigInt(Buffer.from(params[0] as string, 'base64')[0] ?? 1)
    const after = (address: string) =>
      address === account ? own(start - lamports - fee) : address === made ? infoOf(lamports, space, owner) : null
    return { value: { err: null, logs: [], accounts: addresses.map(after) } }
  }
  return ask
}

const make = ({ lamports, space = 0n, owner = system }: { lamports: bigint; space?: bigint; owner?: string }) =>
  getCreateAccountInstruction({
    ...{ payer: signerOf(account), newAccount: signerOf(made), lamports, space },
    programAddress: owner as typeof made,
  })
const say = (instructions: readonly Instruction[], ask: ChainReader) =>
  describeSolana({ params: { transaction: wireOf({ feePayer: account, instructions }) }, account, ask })
const amountsOf = ({ fields }: Pick<Description, 'fields'>) =>
  fields.flatMap(({ label, value }) => (value.kind === 'amount' ? [[label, value.text]] : []))

test('default: a deposit, exactly for the size', async () => {
  expect(rentOf(165n)).toBe(2_039_280n)
  const lamports = rentOf(165n)
  const described = await say(
    [make({ lamports, space: 165n, owner: addressOf(20) })],
    clusterOf({ lamports, space: 165, owner: addressOf(20) }),
  )
  expect(described).toMatchObject({ intent: 'createAccount', target: null })
  expect(amountsOf(described)).toEqual([['rent', '0.00203928']])
  expect(codesOf(described, 'warn')).toEqual([])
})

test('error: a payment disguised as a deposit: as an excess amount, or as unneeded space', async () => {
  const lamports = 4_000_000_000n
  const dressed = await say([make({ lamports })], clusterOf({ lamports }))
  expect(dressed).toMatchObject({
    ...{ intent: 'createAccount', target: { address: made, notice: { kind: 'firstTime' } } },
    balanceChanges: [{ direction: 'out', amountText: '4' }],
  })
  expect(amountsOf(dressed)).toEqual([
    ['rent', '0.00089088'],
    ['amount', '3.99910912'],
  ])
  expect(dressed.fields.filter(({ label }) => label === 'receiver')).toHaveLength(1)
  expect(codesOf(dressed, 'warn')).toEqual(['firstTimeReceiver', 'lossWithoutReturn'])

  const space = 10_000_000n
  const roomy = await say(
    [make({ lamports: rentOf(space), space, owner: addressOf(20) })],
    clusterOf({ lamports: rentOf(space) }),
  )
  expect(codesOf(roomy, 'warn')).toEqual(['firstTimeReceiver', 'lossWithoutReturn'])
  // The same among other instructions.
  const both = await say([make({ lamports }), make({ lamports })], clusterOf({ lamports }))
  expect(codesOf(both, 'warn')).toContain('lossWithoutReturn')
})

test('behavior: coins that stay in a token account of the visitor', async () => {
  const lamports = 4_000_000_000n
  const begin = instructionOf(token, [18, ...own32()], [made], [mint])
  const described = await say(
    [make({ lamports, space: 165n, owner: token }), begin],
    clusterOf({ lamports, space: 165, owner: token }),
  )
  expect(amountsOf(described.parts[0] ?? described)).toEqual([
    ['rent', '0.00203928'],
    ['amount', '3.99796072'],
  ])
  expect(codesOf(described, 'warn')).toEqual([])
})

test('behavior: a payment to an address without coins is an amount, without a deposit', async () => {
  const lamports = 4_000_000_000n
  const pay = getTransferSolInstruction({ source: signerOf(account), destination: made, amount: lamports })
  const described = await say([pay], clusterOf({ lamports }))
  expect(amountsOf(described)).toEqual([['amount', '4']])
  // A created account inside a program is shown as rent, as far as its size explains it.
  const inside = await say([pay], clusterOf({ lamports, space: 165, owner: token }))
  expect(amountsOf(inside)).toEqual([
    ['amount', '4'],
    ['rent', '0.00203928'],
  ])
})

/** The visitor's address as bytes. */
function own32(): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) => (31 + index * 7 + 1) & 255)
}
