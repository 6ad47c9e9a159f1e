import { getAddressEncoder } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { expect, test } from 'vitest'
import type { VouchedToken } from '../DescribeParameters.ts'
import type { ChainReader } from '../Description.ts'
import { addressOf, codesOf, describeSolana, instructionOf, signerOf, wireOf } from '../testing/solanaBuilder.ts'

const account = addressOf(1)
const program = addressOf(20)
const mint = addressOf(30)
const held = addressOf(40)
const friend = addressOf(50)
const system = '11111111111111111111111111111111'
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const start = 100_000_000_000n
const drained = 90_000_000_000n
const rent = 2_039_280n

type Info = { owner: string; lamports: number; executable: boolean; data: [string, 'base64'] } | null
const infoOf = (lamports: bigint, owner: string, data: Uint8Array = new Uint8Array()): Info => ({
  ...{ owner, lamports: Number(lamports), executable: false },
  data: [Buffer.from(data).toString('base64'), 'base64'],
})

/** Source: SPL Token, `Mint` (82 bytes). */
function mintData(): Uint8Array {
  const data = new Uint8Array(82)
  new DataView(data.buffer).setBigUint64(36, 10n ** 15n, true)
  data.set([6, 1], 44)
  return data
}

/** Source: SPL Token, `Account` (165 bytes). */
function holding(amount: bigint): Uint8Array {
  const data = new Uint8Array(165)
  data.set(getAddressEncoder().encode(mint), 0)
  data.set(getAddressEncoder().encode(account), 32)
  new DataView(data.buffer).setBigUint64(64, amount, true)
  data[108] = 1
  return data
}

/** A cluster on which the transaction changes the visitor's coins and token account from `before` to `after`. */
function clusterOf({ coins, before, after }: { coins: bigint; before: Info; after: Info }): ChainReader {
  const now = (address: string): Info => {
    if (address === account) return infoOf(start, system)
    if (address === held) return before
    if (address === mint) return infoOf(1_461_600n, tokenProgram, mintData())
    return address === program
      ? ({ ...infoOf(1n, 'BPFLoaderUpgradeab1e11111111111111111111111'), executable: true } as Info)
      : null
  }
  return async ({ method, params }) => {
    if (method === 'isBlockhashValid') return { value: true }
    if (method === 'getMultipleAccounts') return { value: (params[0] as string[]).map(now) }
    const { addresses } = (params[1] as { accounts: { addresses: string[] } }).accounts
    const then = (address: string) =>
      address === account ? infoOf(coins - 5_000n, system) : address === held ? after : now(address)
    return { value: { err: null, logs: [], accounts: addresses.map(then) } }
  }
}

const call = instructionOf(program, [1], [account, 3], [held, 1], [mint, 0])
const pay = getTransferSolInstruction({ source: signerOf(account), destination: friend, amount: 1n })

async function codes(ask: ChainReader, { tokens = [] as VouchedToken[], instructions = [call] } = {}) {
  const params = { transaction: wireOf({ feePayer: account, instructions }) }
  return codesOf(await describeSolana({ params, account, ask, tokens }), 'warn')
}
const token = (amount: bigint, lamports = rent) => infoOf(lamports, tokenProgram, holding(amount))

test('finding F11: threat 186: a made-up token does not compensate a loss of coins on Solana', async () => {
  const minted = clusterOf({ coins: start - drained, before: token(0n), after: token(10n ** 12n) })
  expect(await codes(minted)).toContain('lossWithoutReturn')
  // If the operator vouches for it, it is a return.
  expect(await codes(minted, { tokens: [{ address: mint, symbol: 'LNTN' }] })).not.toContain('lossWithoutReturn')
})

test('finding F11: dust, and refunds from an own account, are no return on Solana', async () => {
  const tokens = [{ address: mint, symbol: 'LNTN' }]
  const dust = clusterOf({ coins: start + 500n, before: token(10n ** 12n), after: token(0n) })
  expect(await codes(dust, { tokens })).toContain('lossWithoutReturn')
  const closed = clusterOf({ coins: start + rent, before: token(10n ** 12n), after: null })
  expect(await codes(closed, { tokens })).toContain('lossWithoutReturn')
  const sold = clusterOf({ coins: start + rent + 10n ** 9n, before: token(10n ** 12n), after: null })
  expect(await codes(sold, { tokens })).not.toContain('lossWithoutReturn')
})

test('finding F11: a second instruction does not hide the loss of the first one on Solana', async () => {
  const taken = clusterOf({ coins: start - drained, before: token(0n), after: token(0n) })
  expect(await codes(taken, { instructions: [call, pay] })).toContain('lossWithoutReturn')
})
