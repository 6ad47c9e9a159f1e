import { decodeBase58, encodeBase58, formatUnits, parseUnits } from '@latchkey/protocol'
import {
  associatedTokenAddress,
  programs,
  readTokenAccount,
  readTransfer,
  signTransaction,
  transferFeeOf,
} from '@latchkey/solana'
import { hexToBytes } from '@noble/hashes/utils'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../../../scripts/lib/fuzz.mjs'
import { fromBase64 } from '../../chains/solana/base64.ts'
import { createSolanaChain } from '../../chains/solana/createSolanaChain.ts'
import { sendOnSolana } from '../../testing/sendOnSolana.ts'
import type { SendPreview, SendSpeed } from '../SendFeature.ts'
import { prepareSolanaSend } from './prepareSolanaSend.ts'
import { signSolanaTransfer } from './signSolanaTransfer.ts'

const { node, gateway, person, tokenOf, nativeRow, rowOf, subjectOf, providerOf, airdrop } = sendOnSolana()

const seedOf = (number: number) => new Uint8Array(32).fill(number)
const strangerOf = (number: number) => encodeBase58(seedOf(number))

type Wanted = {
  asset: 'sol' | 'usd' | 'site' | 'transfer-fee'
  amountText: string
  receiver: string
  from: number
  speed?: SendSpeed
}

const prepare = async ({ asset, amountText, receiver, from, speed = 'standard' }: Wanted) =>
  prepareSolanaSend({
    form: {
      token: asset === 'sol' ? nativeRow() : rowOf(tokenOf(asset)),
      sendTokenAmount: amountText,
      receiverAddress: receiver,
      speed,
    },
    subject: subjectOf(person(from)),
    node: node(),
    nativeRow: undefined,
  })

const previewOf = async (wanted: Wanted): Promise<SendPreview> => {
  const result = await prepare(wanted)
  if ('issues' in result) throw new Error(JSON.stringify(result.issues))
  return result.preview
}

/** Returns the token account of an owner; undefined for SOL, which is at the address itself. */
async function accountOf(owner: string, asset: Wanted['asset']): Promise<string | undefined> {
  if (asset === 'sol') return undefined
  const { address: mint, program } = tokenOf(asset)
  return associatedTokenAddress({
    owner,
    mint,
    tokenProgram: program === 'token' ? programs.token : programs.token2022,
  })
}

/** Returns lamports and base units of an owner, from the network. */
async function holdings(address: string, asset: Wanted['asset']) {
  const [account] = await node().accounts([address])
  const lamports = account?.lamports ?? 0n
  const held = await accountOf(address, asset)
  if (held === undefined) return { lamports, amount: lamports }
  const [own] = await node().accounts([held])
  return { lamports, amount: (own && readTokenAccount(own)?.amount) ?? 0n }
}

describe('the signed bytes and the network match the preview', () => {
  const wanted: fc.Arbitrary<Wanted> = fc.record({
    asset: fc.constantFrom('sol', 'usd', 'site', 'transfer-fee'),
    amountText: fc.bigInt({ min: 10_000n, max: 1_500_000n }).map((amount) => formatUnits(amount, 6)),
    // Some receivers exist, others have no account yet.
    receiver: fc.oneof(
      fc.nat(2).map((index) => `person ${index + 1}`),
      fc.integer({ min: 1, max: 200 }).map(strangerOf),
    ),
    from: fc.constant(0),
    speed: fc.constantFrom('standard', 'fast', 'instant'),
  })

  test('property: random payments of SOL, SPL Token and Token-2022, to receivers with and without an account', async () => {
    const chain = createSolanaChain({ gateway: gateway() })
    await fc.assert(
      fc.asyncProperty(wanted, async (drawn) => {
        const at = /^person (\d)$/.exec(drawn.receiver)?.[1]
        const one = { ...drawn, receiver: at === undefined ? drawn.receiver : person(Number(at)).address }
        const { address: from } = person(0)
        const decimals = one.asset === 'sol' ? 9 : tokenOf(one.asset).decimals
        const parsed = parseUnits(one.amountText, decimals)
        const amount = parsed.ok ? parsed.value : 0n
        const preview = await previewOf(one)
        expect(preview.amount).toBe(amount)
        const [mine, theirs] = [await holdings(from, one.asset), await holdings(one.receiver, one.asset)]

        const signed = await signSolanaTransfer({ node: node(), provider: providerOf(person(0)), preview })
        const said = readTransfer(fromBase64(signed.raw) ?? new Uint8Array())
        const mint = one.asset === 'sol' ? undefined : tokenOf(one.asset).address
        expect(said).toMatchObject({ from, amount })
        expect(said?.token?.mint).toBe(mint)
        if (mint !== undefined) expect(said?.token?.decimals).toBe(decimals)
        // A payment into an existing account names only that account.
        expect(said?.receiver).toBe(said?.token?.createsDestination === false ? undefined : one.receiver)
        expect(said?.token?.destination).toBe(await accountOf(one.receiver, one.asset))

        await chain.broadcast(signed)
        // The same bytes sent again are the same payment.
        await chain.broadcast(signed)
        expect(await chain.status(signed)).toMatchObject({ type: 'confirmed' })

        const fee =
          preview.transferFeeText === null
            ? 0n
            : (parseUnits(preview.transferFeeText, decimals) as { value: bigint }).value
        const after = await holdings(one.receiver, one.asset)
        expect(after.amount - theirs.amount).toBe(amount - fee)
        const own = await holdings(from, one.asset)
        const cost = (parseUnits(preview.networkCostText, 9) as { value: bigint }).value
        const spent = one.asset === 'sol' ? amount : 0n
        expect(mine.lamports - own.lamports).toBe(spent + cost)
        if (mint !== undefined) expect(mine.amount - own.amount).toBe(amount)
        expect(formatUnits(own.amount, decimals)).toBe(preview.remainingText)
      }),
      { numRuns: runs({ fast: 10, full: 40 }), endOnFailure: true },
    )
  })

  test('behavior: the preview has the exact fee of Token-2022, and the rent of a new account', async () => {
    const preview = await previewOf({ asset: 'transfer-fee', amountText: '10', receiver: strangerOf(201), from: 1 })
    expect(preview.transferFeeText).toBe('0.1')
    expect(preview.transaction).toMatchObject({ createsAccount: true, transferFee: 100_000_000n })
    if (preview.transaction.namespace !== 'solana') throw new Error('Not Solana')
    expect(preview.transaction.rent).toBeGreaterThan(2_000_000n)
    expect(transferFeeOf({ amount: 1n, fee: feeConfig(100, 5n), epoch: 0n })).toBe(1n)
    expect(transferFeeOf({ amount: 10_001n, fee: feeConfig(1, 500n), epoch: 0n })).toBe(2n)
    expect(transferFeeOf({ amount: 2n ** 64n - 1n, fee: feeConfig(10_000, 7n), epoch: 0n })).toBe(7n)
    expect(transferFeeOf({ amount: 0n, fee: feeConfig(10_000, 7n), epoch: 0n })).toBe(0n)
    expect(transferFeeOf({ amount: 1_000n, fee: feeConfig(100, 7n, 5n), epoch: 4n })).toBe(0n)
  })
})

const feeConfig = (basisPoints: number, maximum: bigint, epoch = 0n) => ({
  ...{ authority: undefined, withdrawAuthority: undefined },
  older: { epoch: 0n, maximum: epoch === 0n ? maximum : 0n, basisPoints },
  newer: { epoch, maximum, basisPoints },
})

describe('refusals of the form', () => {
  const issuesOf = async (wanted: Wanted) => {
    const result = await prepare(wanted)
    return 'issues' in result ? result.issues.map(({ field, code }) => `${field}: ${code}`) : []
  }
  const sentences = async (wanted: Wanted) => {
    const result = await prepare(wanted)
    return 'issues' in result ? result.issues.map(({ message }) => message) : []
  }

  test('error: an empty form, in the words of the specification (spec 5.2 and 5.3)', async () => {
    const sentence = 'Please enter a valid amount and receiver address'
    const [amount, address] = ['Enter an amount', 'Enter a valid receiver address']
    const valid = person(1).address
    expect(await sentences({ asset: 'sol', amountText: '', receiver: '', from: 0 })).toStrictEqual([
      amount,
      address,
      sentence,
    ])
    for (const amountText of ['', '0', '0.00', 'x', '-1'])
      expect(await sentences({ asset: 'sol', amountText, receiver: valid, from: 0 })).toStrictEqual([amount, sentence])
    for (const receiver of [' ', '0xd8da6bf26964af9d7eed9e03e53415d37aa96045', '1'.repeat(31)])
      expect(await sentences({ asset: 'usd', amountText: '1', receiver, from: 0 })).toStrictEqual([address, sentence])
  })

  test('error: an invalid address, the token itself, a program, an account of another token', async () => {
    const long = 'z'.repeat(44)
    expect(await issuesOf({ asset: 'usd', amountText: '1', receiver: long, from: 0 })).toStrictEqual([
      'receiverAddress: invalid_receiver',
      'transaction: payment_incomplete',
    ])
    const receivers = {
      mint: tokenOf('usd').address,
      program: programs.token,
      other: await associatedTokenAddress({
        owner: person(1).address,
        mint: tokenOf('site').address,
        tokenProgram: programs.token,
      }),
    }
    for (const receiver of Object.values(receivers))
      expect(await issuesOf({ asset: 'usd', amountText: '1', receiver, from: 0 })).toStrictEqual([
        'receiverAddress: invalid_receiver',
      ])
    expect(await issuesOf({ asset: 'sol', amountText: '1', receiver: receivers.other, from: 0 })).toStrictEqual([
      'receiverAddress: invalid_receiver',
    ])
  })

  test('behavior: a typed account of this token is paid and its owner shown; a mint and a program address give a warning', async () => {
    const { address: owner } = person(1)
    const mint = tokenOf('usd').address
    const receiver = await associatedTokenAddress({ owner, mint, tokenProgram: programs.token })
    const preview = await previewOf({ asset: 'usd', amountText: '1', receiver, from: 0 })
    expect(preview.receiverNotice).toStrictEqual({ type: 'token-account', owner })
    expect(preview.transaction).toMatchObject({ destination: receiver, createsAccount: false })
    const nobody = await associatedTokenAddress({ owner, mint: strangerOf(9), tokenProgram: programs.token })
    const noted = await previewOf({ asset: 'sol', amountText: '1', receiver: nobody, from: 0 })
    expect(noted.receiverNotice).toStrictEqual({ type: 'program' })
    const lost = await previewOf({ asset: 'sol', amountText: '1', receiver: mint, from: 0 })
    expect(lost.receiverNotice).toStrictEqual({ type: 'token-contract' })
  })

  test('error: more than the balance, less than an account needs, less than a new one needs', async () => {
    const receiver = person(1).address
    const { lamports } = await holdings(person(2).address, 'sol')
    const sol = (amount: bigint, to = receiver) =>
      issuesOf({ asset: 'sol', amountText: formatUnits(amount, 9), receiver: to, from: 2 })
    expect(await sol(lamports + 1n)).toStrictEqual(['sendTokenAmount: insufficient_balance'])
    expect(await sol(lamports)).toStrictEqual(['sendTokenAmount: insufficient_gas'])
    const emptied = await prepare({ asset: 'sol', amountText: formatUnits(lamports, 9), receiver, from: 2 })
    expect(emptied).toMatchObject({
      issues: [{ shortfall: { symbol: 'SOL', costText: '0.000005', leftText: '0', isNative: true } }],
    })
    expect(await sol(lamports - 10_000n)).toStrictEqual(['sendTokenAmount: account_minimum'])
    expect(await sol(1_000n, strangerOf(202))).toStrictEqual(['sendTokenAmount: receiver_minimum'])
    expect(await issuesOf({ asset: 'usd', amountText: '99999999', receiver, from: 2 })).toStrictEqual([
      'sendTokenAmount: insufficient_balance',
    ])
    expect(await issuesOf({ asset: 'usd', amountText: '0.0000001', receiver, from: 2 })).toStrictEqual([
      'sendTokenAmount: amount_too_precise',
    ])
  })

  test('behavior: an account can be emptied to the last lamport', async () => {
    const { lamports } = await holdings(person(2).address, 'sol')
    const probe = await previewOf({ asset: 'sol', amountText: '1', receiver: person(1).address, from: 2 })
    if (probe.transaction.namespace !== 'solana') throw new Error('Not Solana')
    const amountText = formatUnits(lamports - probe.transaction.fee, 9)
    const preview = await previewOf({ asset: 'sol', amountText, receiver: person(1).address, from: 2 })
    expect(preview.remainingText).toBe('0')
    const signed = await signSolanaTransfer({ node: node(), provider: providerOf(person(2)), preview })
    const chain = createSolanaChain({ gateway: gateway() })
    await chain.broadcast(signed)
    expect(await node().accounts([person(2).address])).toStrictEqual([undefined])
    await airdrop(person(2).address, 5_000_000_000)
  })

  test('behavior: one of several accounts pays; an account with a new owner is never paid', async () => {
    const [ada, dan] = [person(0), person(3)]
    const mint = tokenOf('usd').address
    const held = await associatedTokenAddress({ owner: dan.address, mint, tokenProgram: programs.token })
    const [mine, theirs] = [await holdings(ada.address, 'usd'), await holdings(dan.address, 'usd')]
    // Dan transfers his token account with its balance to Ada: SetAuthority, AccountOwner.
    const bytesOf = (address: string) => [...(decodeBase58(address) ?? [])]
    const { blockhash } = await node().blockhash()
    const keys = [dan.address, held, programs.token].flatMap(bytesOf)
    const instruction = [2, 2, 1, 0, 35, 6, 2, 1, ...bytesOf(ada.address)]
    const message = [1, 0, 1, 3, ...keys, ...bytesOf(blockhash), 1, ...instruction]
    const privateKey = hexToBytes(dan.privateKey.slice(2))
    await node().send(
      signTransaction({ transaction: new Uint8Array([1, ...new Uint8Array(64), ...message]), privateKey }),
    )

    const [more, less] = mine.amount > theirs.amount ? [mine, theirs] : [theirs, mine]
    const largest = formatUnits(more.amount, 6)
    const one = await previewOf({ asset: 'usd', amountText: largest, receiver: person(1).address, from: 0 })
    expect(one.remainingText).toBe(formatUnits(less.amount, 6))
    const both = formatUnits(more.amount + less.amount, 6)
    const wanted: Wanted = { asset: 'usd', amountText: both, receiver: person(1).address, from: 0 }
    expect(await sentences(wanted)).toStrictEqual([
      `Your tokens lie in several accounts: ${largest} at most can be sent at once`,
    ])
    const small = await previewOf({ asset: 'usd', amountText: '1', receiver: person(1).address, from: 0 })
    const own = await associatedTokenAddress({ owner: ada.address, mint, tokenProgram: programs.token })
    expect(small.transaction).toMatchObject({ source: own })
    await expect(prepare({ asset: 'usd', amountText: '1', receiver: dan.address, from: 0 })).rejects.toMatchObject({
      code: 'token_refuses_transfer',
    })
  })

  test('error: the balances have other decimals than the mint', async () => {
    const row = { ...rowOf(tokenOf('usd')), quantity: { decimals: '9', numeric: '1' } }
    await expect(
      prepareSolanaSend({
        form: { token: row, sendTokenAmount: '1', receiverAddress: person(1).address, speed: 'standard' },
        subject: subjectOf(person(0)),
        node: node(),
        nativeRow: undefined,
      }),
    ).rejects.toMatchObject({ code: 'simulation_failed' })
  })
})
