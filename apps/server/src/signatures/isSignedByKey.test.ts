import { parseSignature, serializeCompactSignature, signatureToCompactSignature, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createJavascriptSecp256k1 } from '../platform/crypto/secp256k1/createJavascriptSecp256k1.ts'
import { createNativeSecp256k1 } from '../platform/crypto/secp256k1/createNativeSecp256k1.ts'
import { isSignedByKey } from './isSignedByKey.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const native = createNativeSecp256k1()
const curves = [createJavascriptSecp256k1(), ...(native ? [native] : [])].map((curve) => ({ name: curve.name, curve }))
const messages = [
  ['no text', ''],
  ['a text', 'Hello'],
  ['a text beyond ASCII', 'Grüße ✓ 😄'],
  ['a text that begins as every text does', '\x19Ethereum Signed Message:\n5Hello'],
  ['a long text', 'x'.repeat(9_999)],
] as const

describe.each(curves)('$name', ({ curve }) => {
  test.each(messages)('default: accepts every notation of %s', async (__, message) => {
    const account = privateKeyToAccount(generatePrivateKey())
    const signature = await account.signMessage({ message })
    const { r, s, yParity } = parseSignature(signature)
    const highS = `0x${(order - BigInt(s)).toString(16).padStart(64, '0')}`
    const end = (value: number) => value.toString(16).padStart(2, '0')
    const ways = [
      signature,
      signature.toUpperCase().replace('X', 'x'),
      `${r}${s.slice(2)}${end(yParity)}`,
      `${r}${highS.slice(2)}${end(28 - yParity)}`,
      `${r}${highS.slice(2)}${end(1 - yParity)}`,
      serializeCompactSignature(signatureToCompactSignature({ r, s, yParity })),
    ] as `0x${string}`[]
    const check = (of: `0x${string}`, text = message, by: `0x${string}` = account.address) =>
      isSignedByKey({ account: by, message: text, signature: of, curve })
    for (const way of ways) {
      expect([way, check(way)]).toEqual([way, true])
      expect(check(way, message, account.address.toLowerCase() as `0x${string}`)).toBe(true)
      expect(check(way, `${message} `)).toBe(false)
      expect(check(way, message, privateKeyToAccount(generatePrivateKey()).address)).toBe(false)
    }
    // All other last bytes are wrong: the other key, a nonexistent one, a chain (EIP-155).
    for (let last = 0; last < 256; last++) {
      const isRight = last === yParity || last === 27 + yParity
      expect([last, check(`${r}${s.slice(2)}${end(last)}` as `0x${string}`)]).toEqual([last, isRight])
    }
  })

  test('behavior: gives the same result as viem for random signatures', async () => {
    for (let index = 0; index < 30; index++) {
      const account = privateKeyToAccount(generatePrivateKey())
      const signed = await account.signMessage({ message: String(index) })
      // One third is right, one third is for another text, and one third has a changed digit.
      const message = index % 3 === 1 ? 'another' : String(index)
      const digit = 2 + ((index * 7) % 128)
      const broken = `${signed.slice(0, digit)}${signed[digit] === '0' ? '1' : '0'}${signed.slice(digit + 1)}`
      const signature = (index % 3 === 2 ? broken : signed) as `0x${string}`
      const expected = await verifyMessage({ address: account.address, message, signature }).catch(() => false)
      expect(expected).toBe(index % 3 === 0)
      expect(isSignedByKey({ account: account.address, message, signature, curve })).toBe(expected)
    }
  })
})
