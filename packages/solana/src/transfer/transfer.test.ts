import { encodeBase58, LatchkeyError } from '@latchkey/protocol'
import { ed25519 } from '@noble/curves/ed25519'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { associatedTokenAddress } from '../address/associatedTokenAddress.ts'
import { isOnCurve } from '../address/isOnCurve.ts'
import { programs } from '../address/programs.ts'
import { signaturesOf, transactionId } from '../signing/signaturesOf.ts'
import { signTransaction } from '../signing/signTransaction.ts'
import { verifySignature } from '../signing/verifySignature.ts'
import { readTransaction } from '../transaction/readTransaction.ts'
import { assertTransfer } from './assertTransfer.ts'
import { buildTransfer } from './buildTransfer.ts'
import { readTransfer } from './readTransfer.ts'
import type { ComputeBudget, Transfer } from './Transfer.ts'

const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase58)
const amount = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })
const budget: fc.Arbitrary<ComputeBudget> = fc.record({
  unitLimit: fc.option(fc.integer({ min: 1, max: 1_400_000 }), { nil: undefined }),
  unitPrice: fc.option(fc.bigInt({ min: 0n, max: 10n ** 9n }), { nil: undefined }),
})
const transfer: fc.Arbitrary<Transfer & { receiver: string }> = fc
  .tuple(
    fc.uniqueArray(address, { minLength: 5, maxLength: 5 }),
    amount,
    fc.constantFrom('sol', 'token', 'fee'),
    fc.integer({ min: 0, max: 255 }),
    fc.boolean(),
    amount,
  )
  .map(([addresses, amount, asset, decimals, createsDestination, fee]) => {
    const [from, receiver, mint, source, destination] = addresses as [string, string, string, string, string]
    const token = {
      mint,
      program: asset === 'fee' ? programs.token2022 : programs.token,
      decimals,
      source,
      destination,
      createsDestination,
      fee: asset === 'fee' ? fee : undefined,
    }
    return { from, receiver, amount, token: asset === 'sol' ? undefined : token }
  })
const blockhash = encodeBase58(new Uint8Array(32).fill(7))
const refusal = expect.objectContaining({ code: 'send_failed' })

describe('the shown payment is the signed one', () => {
  test('property: every built payment contains the requested one, and nothing else', () => {
    fc.assert(
      fc.property(transfer, budget, (transfer, budget) => {
        const said = readTransfer(buildTransfer({ transfer, blockhash, budget }))
        const isNamed = !transfer.token || transfer.token.createsDestination
        expect(said).toStrictEqual({
          ...transfer,
          receiver: isNamed ? transfer.receiver : undefined,
          ...budget,
          assertions: 0,
          blockhash,
        })
      }),
      { numRuns: 40 },
    )
  })

  test('property: another asset, mint, decimals, amount, receiver, account or fee is refused', () => {
    const none: ComputeBudget = { unitLimit: undefined, unitPrice: undefined }
    fc.assert(
      fc.property(transfer, address, amount, (transfer, other, otherAmount) => {
        fc.pre(otherAmount !== transfer.amount && otherAmount !== transfer.token?.fee)
        const refused = (changed: Transfer) =>
          expect(() =>
            assertTransfer({
              transaction: buildTransfer({ transfer: changed, blockhash, budget: none }),
              transfer,
              budget: none,
            }),
          ).toThrow(refusal)
        refused({ ...transfer, from: other })
        refused({ ...transfer, amount: otherAmount })
        const { token } = transfer
        if (!token) {
          refused({ ...transfer, receiver: other })
          return
        }
        // asks.md 35: a token was requested, but SOL, another token or another amount would move.
        refused({ ...transfer, token: undefined })
        refused({ ...transfer, token: { ...token, mint: other } })
        refused({ ...transfer, token: { ...token, decimals: (token.decimals + 1) % 256 } })
        refused({ ...transfer, token: { ...token, source: other } })
        refused({ ...transfer, token: { ...token, destination: other } })
        refused({ ...transfer, token: { ...token, createsDestination: !token.createsDestination } })
        refused({ ...transfer, token: { ...token, fee: otherAmount } })
        if (token.createsDestination) refused({ ...transfer, receiver: other })
        const program = token.program === programs.token ? programs.token2022 : programs.token
        refused({ ...transfer, token: { ...token, program } })
      }),
      { numRuns: 40 },
    )
  })

  test('property: no changed byte of the message passes, except in the blockhash', () => {
    fc.assert(
      fc.property(transfer, budget, fc.nat(), fc.integer({ min: 1, max: 255 }), (transfer, budget, place, flip) => {
        const transaction = buildTransfer({ transfer, blockhash, budget })
        const hash = 1 + 64 + 5 + 32 * ((transaction[1 + 64 + 4] ?? 0) as number)
        const at = 65 + (place % (transaction.length - 65))
        fc.pre(at < hash || at >= hash + 32)
        const changed = transaction.slice()
        changed[at] = (changed[at] ?? 0) ^ flip
        const cheaper = () => {
          const said = readTransfer(changed)
          return said && (said.unitLimit !== budget.unitLimit || said.unitPrice !== budget.unitPrice)
        }
        try {
          assertTransfer({ transaction: changed, transfer, budget })
        } catch (error) {
          expect(error).toBeInstanceOf(LatchkeyError)
          return
        }
        // A change that passes only lowers the priority fee, or the rights of accounts.
        expect(cheaper() || sameParties(changed, transaction)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  test('error: any additional instruction', () => {
    const [sample] = fc.sample(transfer, { numRuns: 1, seed: 1 }) as [Transfer & { receiver: string }]
    const none: ComputeBudget = { unitLimit: undefined, unitPrice: undefined }
    const wire = buildTransfer({ transfer: { ...sample, token: undefined }, blockhash, budget: none })
    // version, header, 3 accounts, blockhash, count, then the transfer, then no lookup tables.
    const count = 65 + 4 + 1 + 32 * 3 + 32
    const payment = wire.subarray(count + 1, wire.length - 1)
    const twice = new Uint8Array([...wire.subarray(0, count), 2, ...payment, ...payment, 0])
    expect(readTransaction(twice).instructions).toHaveLength(2)
    expect(readTransfer(twice)).toBeUndefined()
    const longer = new Uint8Array([...wire.subarray(0, count + 1), ...payment, 9, 0])
    longer[count + 1 + 4] = 13
    expect(readTransaction(longer).instructions[0]).toMatchObject({ program: 'system', type: 'transfer' })
    expect(readTransfer(longer)).toBeUndefined()
  })
})

/** Whether two transactions name the same accounts in the same roles. */
function sameParties(a: Uint8Array, b: Uint8Array): boolean {
  return JSON.stringify(readTransfer(a), replacer) === JSON.stringify(readTransfer(b), replacer)
}

const replacer = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

describe('signing', () => {
  test("behavior: a signature is at its signer's position, and no other byte changes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), transfer, (privateKey, transfer) => {
        const from = encodeBase58(ed25519.getPublicKey(privateKey))
        const transaction = buildTransfer({
          transfer: { ...transfer, from },
          blockhash,
          budget: { unitLimit: 1, unitPrice: 1n },
        })
        expect(signaturesOf(transaction)).toStrictEqual([])
        expect(transactionId(transaction)).toBeUndefined()
        const signed = signTransaction({ transaction, privateKey })
        expect(signed.subarray(65)).toStrictEqual(transaction.subarray(65))
        const [own] = signaturesOf(signed)
        expect(own?.address).toBe(from)
        const signature = own?.signature ?? new Uint8Array()
        expect(transactionId(signed)).toBe(encodeBase58(signature))
        const { messageBytes } = readTransaction(signed)
        expect(verifySignature({ address: from, message: messageBytes, signature })).toBe(true)
        expect(verifySignature({ address: from, message: messageBytes.slice(1), signature })).toBe(false)
        expect(verifySignature({ address: transfer.from, message: messageBytes, signature })).toBe(false)
        const stranger = new Uint8Array(32).fill(1)
        if (stranger.join() !== privateKey.join())
          expect(() => signTransaction({ transaction, privateKey: stranger })).toThrow(
            expect.objectContaining({ code: 'malformed_request' }),
          )
      }),
      { numRuns: 5 },
    )
  })
})

describe('addresses', () => {
  test('behavior: an associated account is derived from owner, mint and program, and is no key', async () => {
    // Source: the account of USDC's mint for the owner in the program's own documentation of the derivation, computed by @solana/kit.
    const owner = 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg'
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    const account = await associatedTokenAddress({ owner, mint, tokenProgram: programs.token })
    const other = await associatedTokenAddress({ owner, mint, tokenProgram: programs.token2022 })
    expect(isOnCurve(account)).toBe(false)
    expect(other).not.toBe(account)
    expect(isOnCurve(encodeBase58(ed25519.getPublicKey(new Uint8Array(32).fill(3))))).toBe(true)
    expect(isOnCurve('not an address')).toBe(false)
  })
})
