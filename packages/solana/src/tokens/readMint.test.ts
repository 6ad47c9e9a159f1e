import { type Solana, startSolana } from '@latchkey/devnet/solana'
import { decodeBase58, encodeBase58 } from '@latchkey/protocol'
import { ed25519 } from '@noble/curves/ed25519'
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getCreateAccountInstruction } from '@solana-program/system'
import { getCreateAssociatedTokenIdempotentInstruction, getInitializeMint2Instruction } from '@solana-program/token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { associatedTokenAddress } from '../address/associatedTokenAddress.ts'
import { programs } from '../address/programs.ts'
import { signTransaction } from '../signing/signTransaction.ts'
import { accountSizeOf } from './accountSizeOf.ts'
import { type ChainAccount, readMint, readTokenAccount } from './readMint.ts'

let solana: Solana
beforeAll(async () => {
  solana = await startSolana()
}, 60_000)
afterAll(() => solana?.stop())

async function call(method: string, ...params: unknown[]): Promise<unknown> {
  const response = await fetch(solana.networks[0]?.rpcUrl ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: unknown; error?: { message: string; data?: unknown } }
  if (error) throw new Error(`${error.message} ${JSON.stringify(error.data)}`)
  return result
}

async function accountAt(address: string): Promise<ChainAccount> {
  const { value } = (await call('getAccountInfo', address, { encoding: 'base64' })) as {
    value: { owner: string; data: [string] }
  }
  return { owner: value.owner, data: Uint8Array.from(Buffer.from(value.data[0], 'base64')) }
}

const addressOf = (privateKey: Uint8Array) => encodeBase58(ed25519.getPublicKey(privateKey)) as Address
const keyOf = (hex: string) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))
const bytesOf = (address: string) => [...(decodeBase58(address) ?? [])]

/** Each extension with its instruction, and its size in the mint. Source: spl-token-2022-interface. */
const extensions = (by: string) => ({
  closeAuthority: { data: [25, 1, ...bytesOf(by)], size: 32 },
  transferFee: {
    data: [26, 0, 1, ...bytesOf(by), 1, ...bytesOf(by), 50, 0, 9, 0, 0, 0, 0, 0, 0, 0],
    size: 108,
  },
  defaultState: { data: [28, 0, 2], size: 1 },
  nonTransferable: { data: [32], size: 0 },
  interest: { data: [33, 0, ...bytesOf(by), 0x9c, 0xff], size: 52 },
  permanentDelegate: { data: [35, ...bytesOf(by)], size: 32 },
  transferHook: { data: [36, 0, ...bytesOf(by), ...bytesOf(by)], size: 64 },
  metadataPointer: { data: [39, 0, ...bytesOf(by), ...bytesOf(by)], size: 64 },
  scaledAmount: { data: [43, 0, ...bytesOf(by), 0, 0, 0, 0, 0, 0, 0, 64], size: 56 },
  pausable: { data: [44, 0, ...bytesOf(by)], size: 33 },
})
type Extension = keyof ReturnType<typeof extensions>

/** Creates a mint with these extensions and an account of it, by the programs themselves. */
async function make(names: readonly Extension[], number: number) {
  const payerKey = keyOf(solana.accounts[0]?.privateKey ?? '0x')
  const payer = addressOf(payerKey)
  const mintKey = new Uint8Array(32).fill(number)
  const mint = addressOf(mintKey)
  const chosen = names.map((name) => extensions(payer)[name])
  const space = 166 + chosen.reduce((sum, { size }) => sum + 4 + size, 0)
  const programAddress = programs.token2022 as Address
  const account = await associatedTokenAddress({ owner: payer, mint, tokenProgram: programs.token2022 })
  const instructions: Instruction[] = [
    getCreateAccountInstruction({
      ...{ payer: createNoopSigner(payer), newAccount: createNoopSigner(mint), programAddress, space },
      lamports: BigInt((await call('getMinimumBalanceForRentExemption', space)) as number),
    }),
    ...chosen.map(({ data }) => ({
      programAddress,
      accounts: [{ address: mint, role: AccountRole.WRITABLE }],
      data: new Uint8Array(data),
    })),
    getInitializeMint2Instruction(
      { mint, decimals: 4, mintAuthority: payer, freezeAuthority: payer },
      { programAddress },
    ),
    getCreateAssociatedTokenIdempotentInstruction({
      ...{ payer: createNoopSigner(payer), ata: account as Address, owner: payer, mint, tokenProgram: programAddress },
    }),
  ]
  const { value } = (await call('getLatestBlockhash')) as { value: { blockhash: Blockhash } }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(payer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash({ ...value, lastValidBlockHeight: 0n }, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  )
  const unsigned = new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)))
  const transaction = signTransaction({
    transaction: signTransaction({ transaction: unsigned, privateKey: payerKey }),
    privateKey: mintKey,
  })
  await call('sendTransaction', Buffer.from(transaction).toString('base64'), { encoding: 'base64' })
  return { payer, mint, account }
}

describe('parses accounts that the programs created', () => {
  test('behavior: the seeded mints and accounts', async () => {
    const owner = solana.accounts[0]?.address ?? ''
    for (const { address: mint, decimals, program, kind, feeBasisPoints, maximumFee } of solana.tokens) {
      const tokenProgram = program === 'token' ? programs.token : programs.token2022
      const read = readMint(await accountAt(mint))
      expect(read).toMatchObject({ program: tokenProgram, decimals })
      if (kind === 'transfer-fee') {
        const fee = { basisPoints: feeBasisPoints, maximum: BigInt(maximumFee ?? 0) }
        expect(read?.extensions.transferFee).toMatchObject({ newer: fee, older: fee })
        expect(read?.extensions.metadata).toMatchObject({ name: 'Toll', symbol: 'TOLL', mint })
      }
      const account = await accountAt(await associatedTokenAddress({ owner, mint, tokenProgram }))
      expect(readTokenAccount(account)).toMatchObject({ program: tokenProgram, mint, owner, state: 'initialized' })
      expect(readTokenAccount(account)?.amount).toBeGreaterThan(0n)
      expect(readMint(account)).toBeUndefined()
      if (read) expect(account.data.length).toBe(accountSizeOf(read))
    }
    const wallet = await accountAt(owner)
    expect([readMint(wallet), readTokenAccount(wallet)]).toStrictEqual([undefined, undefined])
  })

  test('behavior: every extension of a mint, and the size of its accounts', async () => {
    const first = await make(['closeAuthority', 'transferFee', 'defaultState', 'permanentDelegate', 'interest'], 21)
    const { payer: by } = first
    const one = readMint(await accountAt(first.mint))
    expect(one?.extensions).toStrictEqual({
      closeAuthority: by,
      transferFee: {
        ...{ authority: by, withdrawAuthority: by },
        older: { epoch: expect.any(BigInt), maximum: 9n, basisPoints: 50 },
        newer: { epoch: expect.any(BigInt), maximum: 9n, basisPoints: 50 },
      },
      defaultState: 'frozen',
      permanentDelegate: by,
      interest: { authority: by, basisPoints: -100 },
      others: [],
    })
    expect(one).toMatchObject({ decimals: 4, supply: 0n, mintAuthority: by, freezeAuthority: by })
    const held = await accountAt(first.account)
    expect(readTokenAccount(held)).toMatchObject({
      ...{ state: 'frozen', owner: by, amount: 0n },
      extensions: { withheldFee: 0n, immutableOwner: true },
    })
    if (one) expect(held.data.length).toBe(accountSizeOf(one))

    const names = ['nonTransferable', 'transferHook', 'metadataPointer', 'pausable', 'scaledAmount'] as const
    const second = await make(names, 22)
    const two = readMint(await accountAt(second.mint))
    expect(two?.extensions).toStrictEqual({
      nonTransferable: true,
      transferHook: { authority: by, program: by },
      metadataPointer: { authority: by, address: by },
      pausable: { authority: by, paused: false },
      scaledAmount: { authority: by, multiplier: 2, next: { multiplier: 2, from: expect.any(BigInt) } },
      others: [],
    })
    if (two) expect((await accountAt(second.account)).data.length).toBe(accountSizeOf(two))
  })

  test('error: cut off, uninitialized, or of another program', async () => {
    const { owner, data } = await accountAt(solana.tokens.find(({ kind }) => kind === 'transfer-fee')?.address ?? '')
    for (let length = 0; length < data.length; length += 7)
      expect(() => readMint({ owner, data: data.subarray(0, length) })).not.toThrow()
    expect(readMint({ owner, data: data.subarray(0, 81) })).toBeUndefined()
    expect(readMint({ owner, data: new Uint8Array(82) })).toBeUndefined()
    expect(readTokenAccount({ owner, data: new Uint8Array(165) })).toBeUndefined()
    expect(readMint({ owner: programs.system, data })).toBeUndefined()
    expect(readTokenAccount({ owner, data: new Uint8Array(355) })).toBeUndefined()
  })
})
