import { type Solana, startSolana } from '@latchkey/devnet/solana'
import { readTransaction, signTransaction } from '@latchkey/solana'
import {
  AccountRole,
  type Address,
  address,
  getAddressEncoder,
  getProgramDerivedAddress,
  type Instruction,
} from '@solana/kit'
import { getAssignInstruction, getTransferSolInstruction } from '@solana-program/system'
import {
  AuthorityType,
  findAssociatedTokenPda,
  getApproveInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getSetAuthorityInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainReader, Description } from '../Description.ts'
import { addressOf, codesOf, describeSolana, instructionOf, signerOf, wireOf } from '../testing/solanaBuilder.ts'
import { readSolanaPayload } from './readSolanaPayload.ts'
import { verifySolanaSigned } from './verifySolanaSigned.ts'

const token2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const fromBase64 = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'))
const stranger = addressOf(5)
let solana: Solana
let ada: { address: Address; privateKey: Uint8Array }
let ben: Address

const ask: ChainReader = async ({ method, params }) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(solana.networks[0]?.rpcUrl ?? '', {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
  })
  const { result, error } = (await response.json()) as { result: unknown; error?: unknown }
  if (error) throw new Error(JSON.stringify(error))
  return result
}
const tokenOf = (kind: string) => {
  const token = solana.tokens.find((one) => one.kind === kind)
  if (!token) throw new Error(kind)
  return { ...token, mint: token.address as Address }
}
const holdingOf = async (owner: Address, mint: Address, tokenProgram: Address = TOKEN_PROGRAM_ADDRESS) =>
  (await findAssociatedTokenPda({ owner, mint, tokenProgram }))[0]
const freshBlockhash = async () =>
  ((await ask({ method: 'getLatestBlockhash', params: [] })) as { value: { blockhash: string } }).value.blockhash
const wire = async (instructions: readonly Instruction[], feePayer: string = ada.address) =>
  wireOf({ feePayer, instructions, blockhash: await freshBlockhash() })
const say = async (instructions: readonly Instruction[], options: { feePayer?: string } = {}): Promise<Description> =>
  describeSolana({
    params: { transaction: await wire(instructions, options.feePayer) },
    ...{
      account: ada.address,
      ask,
      tokens: solana.tokens.map(({ address, name, symbol }) => ({ address, name, symbol })),
    },
    knownAddresses: [{ address: ben, kind: 'history' }],
  })
const pay = (lamports: number, destination: Address = ben) =>
  getTransferSolInstruction({ source: signerOf(ada.address), destination, amount: lamports })

beforeAll(async () => {
  solana = await startSolana()
  const [one, two] = solana.accounts
  ada = {
    address: one?.address as Address,
    privateKey: Uint8Array.from(Buffer.from((one?.privateKey ?? '').slice(2), 'hex')),
  }
  ben = two?.address as Address
}, 30_000)

afterAll(() => solana?.stop())

describe('payments', () => {
  test('default: coins: amount, receiver and cost; signed and compared with the description', async () => {
    const described = await say([pay(1_500_000_000)])
    expect(described).toMatchObject({
      intent: 'send',
      findings: [],
      target: { address: ben, notice: { kind: 'known' } },
      fee: { cost: 5_000n, costText: '0.000005' },
      balanceChanges: [{ direction: 'out', amountText: '1.5', asset: { kind: 'native' } }],
    })
    const payload = readSolanaPayload({ description: structuredClone(described) })
    if (payload.kind !== 'solanaTransactions') throw new Error('another payload')
    const bytes = signTransaction({
      transaction: Uint8Array.from(Buffer.from(payload.transactions[0] ?? '', 'base64')),
      privateKey: ada.privateKey,
    })
    const signed = Buffer.from(bytes).toString('base64')
    verifySolanaSigned({ description: described, signed: { transactions: [signed] } })
    await expect(ask({ method: 'sendTransaction', params: [signed, { encoding: 'base64' }] })).resolves.toBeTypeOf(
      'string',
    )
    for (const transactions of [[], [signed, signed], payload.transactions])
      expect(() => verifySolanaSigned({ description: described, signed: { transactions } })).toThrow(
        expect.objectContaining({ code: 'signature_invalid' }),
      )
  })

  test('behavior: a token to a receiver without an account for it: owner, deposit, the exact mint', async () => {
    const { mint } = tokenOf('usd')
    const [source, destination] = await Promise.all([holdingOf(ada.address, mint), holdingOf(stranger, mint)])
    const described = await say([
      getCreateAssociatedTokenIdempotentInstruction({
        ...{ payer: signerOf(ada.address), ata: destination, owner: stranger, mint },
      }),
      getTransferCheckedInstruction({
        ...{ source, mint, destination, authority: signerOf(ada.address), amount: 2_500_000n, decimals: 6 },
      }),
    ])
    expect(described).toMatchObject({ intent: 'send', target: { address: stranger, notice: { kind: 'firstTime' } } })
    expect(codesOf(described)).toEqual(['firstTimeReceiver'])
    const amounts = described.fields.filter(({ label }) => label === 'amount' || label === 'rent')
    expect(amounts.map(({ value }) => value)).toMatchObject([
      { text: '2.5', asset: { symbol: 'USDL', address: mint } },
      { text: '0.00203928', asset: { kind: 'native' } },
    ])
    expect(described.balanceChanges?.map(({ asset, amountText }) => `${amountText} ${asset.symbol}`)).toEqual([
      '2.5 USDL',
      '0.00203928 SOL',
    ])
  })

  test('behavior: a token with a transfer fee shows the fee', async () => {
    const { mint } = tokenOf('transfer-fee')
    const [source, destination] = await Promise.all([
      holdingOf(ada.address, mint, token2022),
      holdingOf(ben, mint, token2022),
    ])
    const instruction = getTransferCheckedInstruction(
      { ...{ source, mint, destination, authority: signerOf(ada.address), amount: 1_000_000_000n, decimals: 9 } },
      { programAddress: token2022 },
    )
    const described = await say([instruction])
    expect(described.findings).toContainEqual(
      expect.objectContaining({ code: 'transferFee', values: { symbol: 'TOLL', amount: '0.01' } }),
    )
  })

  test('behavior: several transactions are parts; all of them are signed or none', async () => {
    const transactions = [await wire([pay(1_000_000)]), await wire([pay(2_000_000, stranger)])]
    const described = await describeSolana({
      ...{ method: 'solana_signAllTransactions', params: { transactions }, account: ada.address, ask },
    })
    expect(described).toMatchObject({ intent: 'transactions', fee: { cost: 10_000n } })
    expect(described.parts.map(({ intent }) => intent)).toEqual(['send', 'send'])
    const refused = await describeSolana({
      ...{ method: 'solana_signAllTransactions', account: ada.address, ask },
      params: {
        transactions: [
          ...transactions,
          await wire([getAssignInstruction({ account: signerOf(ada.address), programAddress: stranger })]),
        ],
      },
    })
    expect(refused.findings).toMatchObject([{ level: 'refuse', code: 'accountControl' }])
    expect(() => readSolanaPayload({ description: refused })).toThrow(
      expect.objectContaining({ code: 'request_refused' }),
    )
  })
})

test('behavior: accounts from a lookup table are those on the chain', async () => {
  const program = address('AddressLookupTab1e1111111111111111111111111')
  // The newest slot whose hash the network knows, after their count.
  const params = ['SysvarS1otHashes111111111111111111111111111', { encoding: 'base64' }]
  const hashes = (await ask({ method: 'getAccountInfo', params })) as { value: { data: [string] } }
  const seed = fromBase64(hashes.value.data[0]).slice(8, 16)
  const [table, bump] = await getProgramDerivedAddress({
    programAddress: program,
    seeds: [getAddressEncoder().encode(ada.address), seed],
  })
  const payer = [ada.address, AccountRole.WRITABLE_SIGNER] as const
  const system = ['11111111111111111111111111111111', AccountRole.READONLY] as const
  const make = instructionOf(program, [0, 0, 0, 0, ...seed, bump], [table], payer, payer, system)
  const entries = [...getAddressEncoder().encode(stranger), ...getAddressEncoder().encode(ben)]
  const fill = instructionOf(program, [2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, ...entries], [table], payer, payer, system)
  const bytes = signTransaction({ transaction: fromBase64(await wire([make, fill])), privateKey: ada.privateKey })
  await ask({ method: 'sendTransaction', params: [toBase64(bytes), { encoding: 'base64' }] })
  solana.advance({ slots: 2 })
  const transaction = wireOf({
    ...{ feePayer: ada.address, instructions: [pay(3_000_000)], blockhash: await freshBlockhash() },
    tables: { [table]: [stranger, ben] },
  })
  expect(readTransaction(fromBase64(transaction)).lookupTables).toHaveLength(1)
  const described = await describeSolana({
    ...{ params: { transaction }, account: ada.address, ask, knownAddresses: [{ address: ben, kind: 'history' }] },
  })
  expect(described).toMatchObject({ intent: 'send', target: { address: ben }, findings: [] })
  expect(described.balanceChanges).toMatchObject([{ amountText: '0.003' }])
})

describe('deceptive requests', () => {
  const authority = () => signerOf(ada.address)
  const usd = async () => ({ mint: tokenOf('usd').mint, source: await holdingOf(ada.address, tokenOf('usd').mint) })

  test('error: assigning the account itself to a program', async () => {
    const described = await say([getAssignInstruction({ account: authority(), programAddress: stranger })])
    expect(codesOf(described, 'refuse')).toEqual(['accountControl'])
    expect(described.family?.payload).toBeNull()
  })

  test('behavior: a token account that would get a foreign owner', async () => {
    const { source } = await usd()
    const described = await say([
      getSetAuthorityInstruction({
        ...{ owned: source, owner: authority(), authorityType: AuthorityType.AccountOwner, newAuthority: stranger },
      }),
    ])
    expect(described.intent).toBe('changeAuthority')
    expect(codesOf(described, 'warn')).toContain('tokenAccountTaken')
    expect(described.balanceChanges).toMatchObject([{ direction: 'out', asset: { symbol: 'USDL' } }])
    const closing = await say([
      getSetAuthorityInstruction({
        ...{ owned: source, owner: authority(), authorityType: AuthorityType.CloseAccount, newAuthority: stranger },
      }),
    ])
    expect(codesOf(closing, 'warn')).toContain('authorityGiven')
  })

  test('behavior: delegates, with and without a limit', async () => {
    const { source } = await usd()
    const approve = (amount: bigint) =>
      say([getApproveInstruction({ source, delegate: stranger, owner: authority(), amount })])
    const some = await approve(5_000_000n)
    expect(some).toMatchObject({ intent: 'approve', target: { address: stranger } })
    expect(codesOf(some, 'warn')).toEqual(['delegateGiven'])
    const all = await approve((1n << 64n) - 1n)
    expect(codesOf(all, 'warn')).toEqual(['allowanceOverBalance', 'unlimitedApproval'])
  })

  test('behavior: the deposit of a closed account goes elsewhere', async () => {
    const { mint } = tokenOf('spam')
    const account = await holdingOf(ada.address, mint)
    const described = await say([getCloseAccountInstruction({ account, destination: stranger, owner: authority() })])
    expect(codesOf(described, 'warn')).toContain('closeToOther')
  })

  test('behavior: receivers that are not controlled by keys', async () => {
    const { mint, source } = await usd()
    const codes = async (to: Address) => codesOf(await say([pay(1_000_000, to)]), 'warn')
    expect(await codes(mint)).toContain('sendToTokenContract')
    expect(await codes(source)).toContain('sendToTokenAccount')
    expect(await codes(TOKEN_PROGRAM_ADDRESS)).toContain('sendToProgram')
    const twin = [...ben].map((letter, index) => (index < 4 || index > 38 ? letter : '2')).join('')
    expect(codesOf(await say([pay(1_000_000, twin as Address)]), 'warn')).toContain('lookAlikeReceiver')
  })

  test('behavior: unknown programs, foreign fee payers, missing signers, high prices', async () => {
    const unknown = await say([pay(1_000_000), instructionOf(stranger, [1, 2, 3], [ada.address, AccountRole.WRITABLE])])
    expect(unknown.intent).toBe('batch')
    expect(codesOf(unknown, 'warn')).toEqual(
      expect.arrayContaining(['simulationFailed', 'unknownProgram', 'blindData']),
    )
    const paid = await say([pay(1_000_000)], { feePayer: ben })
    expect(codesOf(paid)).toEqual(['otherFeePayer', 'signersMissing'])
    expect(paid.fee).toMatchObject({ payer: ben })
    const sent = await describeSolana({
      ...{ method: 'solana_signAndSendTransaction', account: ada.address, ask },
      params: { transaction: await wire([pay(1_000_000)], ben) },
    })
    expect(codesOf(sent, 'refuse')).toEqual(['signersMissing'])
    const price = instructionOf('ComputeBudget111111111111111111111111111111', [3, 0, 0, 0, 0, 0x10, 0, 0, 0])
    expect(codesOf(await say([price, pay(1_000_000)]), 'warn')).toEqual(['highFee'])
  })

  test('behavior: a transaction without expiry, and expired ones', async () => {
    const nonce = instructionOf(
      '11111111111111111111111111111111',
      [4, 0, 0, 0],
      [stranger, AccountRole.WRITABLE],
      ['SysvarRecentB1ockHashes11111111111111111111', AccountRole.READONLY],
      [ada.address, AccountRole.READONLY_SIGNER],
    )
    const unknown = await say([nonce, pay(1_000_000)])
    expect(codesOf(unknown, 'warn')).toContain('noExpiry')
    expect(codesOf(unknown, 'refuse')).toEqual(['otherCluster'])
    // From another cluster, or expired: alone, and among others.
    const old = wireOf({ feePayer: ada.address, instructions: [pay(1_000_000)] })
    const fresh = await wire([pay(1_000_000)])
    for (const [method, params] of [
      ['solana_signTransaction', { transaction: old }],
      ['solana_signAndSendTransaction', { transaction: old }],
      ['solana_signAllTransactions', { transactions: [fresh, old] }],
    ] as const) {
      const described = await describeSolana({ method, params, account: ada.address, ask })
      expect(codesOf(described, 'refuse')).toEqual(['blockhashExpired'])
      expect(() => readSolanaPayload({ description: described })).toThrow(
        expect.objectContaining({ code: 'request_refused' }),
      )
    }
    const both = await describeSolana({
      ...{ method: 'solana_signAllTransactions', params: { transactions: [fresh, fresh] }, account: ada.address, ask },
    })
    expect(codesOf(both, 'refuse')).toEqual([])
  })

  test('error: an amount over the balance', async () => {
    const described = await say([pay(9_000_000_000_000)])
    expect(described.balanceChanges).toBeNull()
    expect(described.findings).toContainEqual(
      expect.objectContaining({
        code: 'simulationFailed',
        values: { reason: expect.stringMatching(/insufficient|custom/i) },
      }),
    )
  })
})
