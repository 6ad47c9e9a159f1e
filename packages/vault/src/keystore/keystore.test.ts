import { createCipheriv, createDecipheriv, scryptSync } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { expect, test } from 'vitest'
import { isFull } from '../../../../scripts/lib/fuzz.mjs'
import vectors from '../../vectors/keystore.json' with { type: 'json' }
import { randomBytes } from '../bytes/randomBytes.ts'
import { evmAddressOf } from '../seed/evmAddress.ts'
import { createKeystore } from './createKeystore.ts'
import { openKeystore } from './openKeystore.ts'
import { readKeystore } from './readKeystore.ts'

const { password } = vectors
const timeout = 60_000
const malformed = { code: 'import_invalid' }

test('default', async () => {
  const privateKey = randomBytes(32)
  const params = { n: 2 ** 10, r: 8, p: 1 }
  const shown: number[] = []
  const onProgress = (share: number) => shown.push(share)
  const keystore = await createKeystore({ privateKey, password: 'pässword', params, onProgress })
  expect(keystore).toMatchObject({
    version: 3,
    address: evmAddressOf(privateKey).slice(2).toLowerCase(),
    crypto: { cipher: 'aes-128-ctr', kdf: 'scrypt', kdfparams: { dklen: 32, ...params } },
  })
  expect(shown.at(-1)).toBe(1)
  expect(JSON.stringify(keystore)).not.toContain(bytesToHex(privateKey))
  expect(await openKeystore({ text: JSON.stringify(keystore), password: 'pässword' })).toStrictEqual(privateKey)
})

test('behavior: one password attempt takes 128 MiB, and Node alone can open the file', { timeout }, async () => {
  const privateKey = randomBytes(32)
  const { crypto } = await createKeystore({ privateKey, password: 'pässword' })
  const { n, r, p, salt } = crypto.kdfparams
  expect([n, r, p]).toStrictEqual([131_072, 8, 1])
  const key = scryptSync('pässword', hexToBytes(salt), 32, { N: n, r, p, maxmem: 2 ** 28 })
  const decipher = createDecipheriv('aes-128-ctr', key.subarray(0, 16), hexToBytes(crypto.cipherparams.iv))
  expect(decipher.update(crypto.ciphertext, 'hex', 'hex') + decipher.final('hex')).toBe(bytesToHex(privateKey))
})

// With scrypt the format's own file takes 256 MiB and seconds.
const kdfs = isFull ? (['scrypt', 'pbkdf2'] as const) : (['pbkdf2'] as const)
test.each(kdfs)('behavior: the file of the format with %s opens', { timeout }, async (kdf) => {
  const key = await openKeystore({ text: JSON.stringify(vectors[kdf]), password })
  expect(bytesToHex(key)).toBe(vectors.privateKey)
})

test('behavior: opens a file that Node encrypted with scrypt', async () => {
  const [salt, iv] = [randomBytes(32), randomBytes(16)]
  const params = { n: 2 ** 12, r: 8, p: 1, dklen: 32 }
  const derived = scryptSync(password, salt, 32, { N: params.n, r: params.r, p: params.p })
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const ciphertext = Buffer.concat([cipher.update(hexToBytes(vectors.privateKey)), cipher.final()])
  const mac = keccak_256(Buffer.concat([derived.subarray(16, 32), ciphertext]))
  const crypto = {
    ...{ cipher: 'aes-128-ctr', cipherparams: { iv: bytesToHex(iv) }, ciphertext: bytesToHex(ciphertext) },
    ...{ kdf: 'scrypt', kdfparams: { ...params, salt: bytesToHex(salt) }, mac: bytesToHex(mac) },
  }
  const key = await openKeystore({ text: JSON.stringify({ ...vectors.scrypt, crypto }), password })
  expect(bytesToHex(key)).toBe(vectors.privateKey)
})

test('behavior: a password that another wallet used in its NFKC form also opens the file', async () => {
  const ascii = JSON.stringify(vectors.pbkdf2)
  expect(bytesToHex(await openKeystore({ text: ascii, password: '\uff54estpassword' }))).toBe(vectors.privateKey)
})

test('behavior: reads hexadecimal with 0x, the old name of the section and a checksum address', async () => {
  const { crypto, ...rest } = vectors.pbkdf2
  const address = evmAddressOf(hexToBytes(vectors.privateKey))
  const text = JSON.stringify({ ...rest, address, Crypto: { ...crypto, ciphertext: `0x${crypto.ciphertext}` } })
  expect(bytesToHex(await openKeystore({ text, password }))).toBe(vectors.privateKey)
})

test('error: a wrong password is reported as wrong', async () => {
  await expect(openKeystore({ text: JSON.stringify(vectors.pbkdf2), password: 'wrong' })).rejects.toMatchObject({
    code: 'keystore_password_wrong',
  })
})

test('error: a file whose address does not belong to its key is refused', async () => {
  const text = JSON.stringify({ ...vectors.pbkdf2, address: '00'.repeat(20) })
  await expect(openKeystore({ text, password })).rejects.toMatchObject(malformed)
})

const { scrypt } = vectors
const withCrypto = (change: object) => JSON.stringify({ ...scrypt, crypto: { ...scrypt.crypto, ...change } })
const withParams = (change: object) => withCrypto({ kdfparams: { ...scrypt.crypto.kdfparams, ...change } })

test.each([
  ['', 'nothing'],
  ['{', 'no JSON'],
  ['null', 'null'],
  ['[]', 'a list'],
  [JSON.stringify({ ...scrypt, version: 1 }), 'another version'],
  [withCrypto({ cipher: 'aes-128-cbc' }), 'another cipher'],
  [withCrypto({ kdf: 'bcrypt' }), 'another derivation'],
  [withCrypto({ mac: 'zz'.repeat(32) }), 'no hexadecimal'],
  [withCrypto({ ciphertext: '00' }), 'a short key'],
  [withCrypto({ cipherparams: {} }), 'no nonce'],
  [withParams({ n: 2 ** 30 }), 'a cost that would fill the memory'],
  [withParams({ n: 2 ** 20, r: 64 }), 'a cost that would fill the memory'],
  [withParams({ n: 1000 }), 'a cost that is no power of two'],
  [withParams({ n: '262144' }), 'a cost that is no number'],
  [withParams({ p: 1e9 }), 'endless lanes'],
  [withParams({ dklen: 16 }), 'a short derived key'],
  [withCrypto({ kdf: 'pbkdf2', kdfparams: { dklen: 32, c: 1e12, prf: 'hmac-sha256', salt: '00' } }), 'endless rounds'],
  [withCrypto({ kdf: 'pbkdf2', kdfparams: { dklen: 32, c: 1, prf: 'hmac-md5', salt: '00' } }), 'another hash'],
])('error: %s is no keystore (%s)', (text) => {
  expect(() => readKeystore(text)).toThrow(expect.objectContaining(malformed))
})
