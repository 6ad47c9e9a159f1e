import { Aes256Gcm, CipherSuite, HkdfSha256 } from '@hpke/core'
import { DhkemX25519HkdfSha256 } from '@hpke/dhkem-x25519'
import { hexToBytes } from '@noble/hashes/utils'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import vectors from '../../vectors/hpke.json' with { type: 'json' }
import { asBytes } from '../bytes/Bytes.ts'
import { createHpkeKeyPair, deriveHpkeKeyPair, openHpke, sealHpke } from './hpke.ts'

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
const messages = fc.uint8Array({ minLength: 1, maxLength: 100 })
const infos = fc.uint8Array({ maxLength: 100 })
const psks = fc.option(
  fc.record({
    key: fc.uint8Array({ minLength: 32, maxLength: 64 }),
    id: fc.uint8Array({ minLength: 1, maxLength: 40 }),
  }),
  { nil: undefined },
)

test.each(vectors.deriveKeyPair)('default: RFC 9180 A.1.1 $ikm', ({ ikm, privateKey, publicKey }) => {
  expect(deriveHpkeKeyPair(hexToBytes(ikm))).toStrictEqual({
    privateKey: hexToBytes(privateKey),
    publicKey: hexToBytes(publicKey),
  })
})

test('behavior: an independent library opens our sealed messages, in both modes', async () => {
  await fc.assert(
    fc.asyncProperty(messages, infos, psks, async (plaintext, info, psk) => {
      const { privateKey, publicKey } = createHpkeKeyPair()
      const { enc, ct } = await sealHpke({ publicKey, plaintext, info, psk })
      const recipientKey = await suite.kem.deserializePrivateKey(privateKey)
      const opened = await suite.open({ recipientKey, enc, info: asBytes(info), ...pskOf(psk) }, ct)
      expect(new Uint8Array(opened)).toStrictEqual(new Uint8Array(plaintext))
    }),
    { numRuns: 25 },
  )
})

test('behavior: we open the sealed messages of an independent library, in both modes', async () => {
  await fc.assert(
    fc.asyncProperty(messages, infos, psks, async (plaintext, info, psk) => {
      const { privateKey, publicKey } = createHpkeKeyPair()
      const recipientPublicKey = await suite.kem.deserializePublicKey(publicKey)
      const { enc, ct } = await suite.seal(
        { recipientPublicKey, info: asBytes(info), ...pskOf(psk) },
        asBytes(plaintext),
      )
      const opened = await openHpke({ privateKey, enc: new Uint8Array(enc), ct: new Uint8Array(ct), info, psk })
      expect(opened).toStrictEqual(new Uint8Array(plaintext))
    }),
    { numRuns: 25 },
  )
})

test('behavior: one changed bit anywhere prevents opening', async () => {
  const flip = (bytes: Uint8Array, bit: number) => {
    const place = (bit >> 3) % bytes.length
    return bytes.with(place, (bytes[place] ?? 0) ^ (1 << (bit & 7)))
  }
  await fc.assert(
    fc.asyncProperty(
      messages,
      fc.nat(),
      fc.constantFrom('enc', 'ct', 'info', 'key', 'id'),
      async (plaintext, bit, part) => {
        const { privateKey, publicKey } = createHpkeKeyPair()
        const info = Uint8Array.of(1, 2, 3)
        const psk = { key: new Uint8Array(32).fill(5), id: Uint8Array.of(9) }
        const { enc, ct } = await sealHpke({ publicKey, plaintext, info, psk })
        const opened = await openHpke({
          privateKey,
          // The top bit of an X25519 point does not affect the exchange, but the key schedule.
          enc: part === 'enc' ? flip(enc, bit) : enc,
          ct: part === 'ct' ? flip(ct, bit) : ct,
          info: part === 'info' ? flip(info, bit) : info,
          psk: {
            key: part === 'key' ? flip(psk.key, bit) : psk.key,
            id: part === 'id' ? flip(psk.id, bit) : psk.id,
          },
        })
        expect(opened).toBeUndefined()
      },
    ),
    { numRuns: 60 },
  )
})

test('behavior: without the secret of mode psk nothing opens, and a message sealed without it does not pass for one with it', async () => {
  const { privateKey, publicKey } = createHpkeKeyPair()
  const psk = { key: new Uint8Array(32).fill(5), id: Uint8Array.of(9) }
  const common = { info: Uint8Array.of(1) }
  const sealed = await sealHpke({ publicKey, plaintext: Uint8Array.of(7), psk, ...common })
  expect(await openHpke({ privateKey, ...sealed, ...common })).toBeUndefined()
  const bare = await sealHpke({ publicKey, plaintext: Uint8Array.of(7), ...common })
  expect(await openHpke({ privateKey, ...bare, psk, ...common })).toBeUndefined()
})

test('error: points of small order and keys of a wrong length open nothing', async () => {
  const { privateKey, publicKey } = createHpkeKeyPair()
  const { ct } = await sealHpke({ publicKey, plaintext: Uint8Array.of(1), info: new Uint8Array() })
  for (const enc of [new Uint8Array(32), Uint8Array.of(1, ...new Uint8Array(31)), new Uint8Array(31)])
    expect(await openHpke({ privateKey, enc, ct, info: new Uint8Array() })).toBeUndefined()
  await expect(
    sealHpke({ publicKey: new Uint8Array(32), plaintext: Uint8Array.of(1), info: new Uint8Array() }),
  ).rejects.toThrow()
})

function pskOf(psk: { key: Uint8Array; id: Uint8Array } | undefined) {
  return psk ? { psk: { key: asBytes(psk.key), id: asBytes(psk.id) } } : {}
}
