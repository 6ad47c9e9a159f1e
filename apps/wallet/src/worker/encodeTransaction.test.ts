import type { PreparedTransaction } from '@latchkey/clear-signing'
import { secp256k1 } from '@noble/curves/secp256k1'
import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { keccak256, serializeTransaction } from 'viem/utils'
import { expect, test } from 'vitest'
import { encodeSigned, transactionDigest } from './encodeTransaction.ts'
import { toHex } from './hex.ts'

const uint = (bits: bigint) => fc.bigInt({ min: 0n, max: (1n << bits) - 1n })
const hex = (constraints: { minLength?: number; maxLength: number }) => fc.uint8Array(constraints).map(toHex)
const transactions: fc.Arbitrary<PreparedTransaction> = fc
  .record({
    chainId: fc.integer({ min: 1, max: 2 ** 31 }),
    to: fc.option(hex({ minLength: 20, maxLength: 20 })),
    value: uint(128n),
    data: hex({ maxLength: 300 }),
    nonce: fc.integer({ min: 0, max: 2 ** 40 }),
    gas: uint(40n),
    price: uint(60n),
    tip: uint(30n),
    legacy: fc.boolean(),
  })
  .map(({ legacy, price, tip, ...rest }) =>
    legacy
      ? { ...rest, type: 'legacy', gasPrice: price }
      : { ...rest, type: 'eip1559', maxFeePerGas: price + tip, maxPriorityFeePerGas: tip },
  )
const privateKey = new Uint8Array(32).fill(7)

test('behavior: every transaction is encoded and signed as by another implementation', async () => {
  const account = privateKeyToAccount(toHex(privateKey))
  await fc.assert(
    fc.asyncProperty(transactions, async (transaction) => {
      const { to, ...rest } = transaction
      const other = { ...rest, ...(to === null ? {} : { to }) } as unknown as Parameters<typeof serializeTransaction>[0]
      const digest = transactionDigest(transaction)
      expect(toHex(digest)).toBe(keccak256(serializeTransaction(other)))
      const { r, s, recovery } = secp256k1.sign(digest, privateKey, { lowS: true })
      const signed = encodeSigned({ transaction, signature: { r, s, yParity: recovery } })
      expect(toHex(signed)).toBe(await account.signTransaction(other as never))
    }),
    { numRuns: 200 },
  )
})

test('error: invalid fields', () => {
  const good: PreparedTransaction = {
    type: 'eip1559',
    chainId: 1,
    to: null,
    value: 0n,
    data: '0x',
    nonce: 0,
    gas: 1n,
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
  }
  expect(transactionDigest(good).length).toBe(32)
  const { maxFeePerGas: _, ...withoutFee } = good
  for (const bad of [
    withoutFee,
    { ...good, to: '0x12' as const },
    { ...good, data: '0x1' as const },
    { ...good, value: -1n },
    { ...good, value: 1n << 256n },
    { ...good, type: 'legacy' as const },
  ])
    expect(() => transactionDigest(bad)).toThrow('malformed')
})
