import { type CanonicalValue, canonicalBytes } from '@latchkey/protocol'
import { factorSchema } from '@latchkey/protocol/wallet'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import frozen from '../../vectors/frozen.json' with { type: 'json' }
import { randomBytes } from '../bytes/randomBytes.ts'
import { deriveEvmKey } from '../seed/deriveEvmKey.ts'
import { evmAddressOf } from '../seed/evmAddress.ts'
import { sealAnyVault } from '../testing/sealAnyVault.ts'
import { createDataKey } from './createDataKey.ts'
import { decodeContents, encodeContents } from './encodeContents.ts'
import { openVault, sealVault } from './sealVault.ts'
import type { VaultContents } from './VaultContents.ts'

const { walletId } = frozen
const seed = new Uint8Array(64).fill(3)
const { address } = deriveEvmKey({ seed })
const factors = frozen.factors.map(({ factor }) => factorSchema.parse(factor))
const privateKey = randomBytes(32)
const contents: VaultContents = {
  format: 1,
  entropy: randomBytes(16),
  seed,
  importedKeys: [{ namespace: 'eip155', privateKey, address: evmAddressOf(privateKey), label: 'Hällo "you"' }],
  factors,
  version: 7,
}
const place = { walletId, address, version: 7 }
const broken = { code: 'vault_broken' }

test('default', async () => {
  const dataKey = createDataKey()
  const vault = await sealVault({ contents, dataKey, walletId, address })
  expect(await openVault({ vault, dataKey, walletId, address, version: 7 })).toStrictEqual(contents)
  expect(await sealVault({ contents, dataKey, walletId, address })).not.toStrictEqual(vault)
})

test('behavior: a vault that was sealed when this test was written still opens', async () => {
  const opened = await openVault({
    vault: hexToBytes(frozen.vault.box),
    dataKey: hexToBytes(frozen.dataKey),
    walletId,
    address: frozen.address.toLowerCase(),
    version: frozen.vault.version,
  })
  expect(bytesToHex(opened.entropy)).toBe('7f'.repeat(16))
  expect(deriveEvmKey({ seed: opened.seed }).address).toBe(frozen.address)
  expect(opened.factors).toStrictEqual(factors)
  expect(opened.importedKeys.map((key) => [bytesToHex(key.privateKey), key.label])).toStrictEqual([
    [frozen.vault.importedKey, 'Old one'],
  ])
})

test('behavior: all contents can be decoded', () => {
  const bytes = (length: number) =>
    fc.uint8Array({ minLength: length, maxLength: length }).map((b) => new Uint8Array(b))
  const value: fc.Arbitrary<VaultContents> = fc.record(
    {
      format: fc.constant(1 as const),
      entropy: fc.constantFrom(16, 20, 24, 28, 32).chain(bytes),
      seed: bytes(64),
      importedKeys: fc.array(
        fc.record(
          {
            namespace: fc.constantFrom('eip155' as const, 'solana' as const, 'bip122' as const),
            privateKey: bytes(32),
            address: fc.string(),
            label: fc.string({ unit: 'binary' }),
          },
          { noNullPrototype: true },
        ),
        { maxLength: 3 },
      ),
      factors: fc.subarray(factors),
      version: fc.integer({ min: 1 }),
    },
    { noNullPrototype: true },
  )
  fc.assert(
    fc.property(value, (any) => {
      expect(decodeContents(encodeContents(any))).toStrictEqual(any)
    }),
  )
})

test('behavior: finding F4: threat 166: the vault keeps the keys of its passwords; without any, earlier versions can read it', () => {
  const { key, factor } = frozen.evaluatedPassword
  const evaluated = factorSchema.parse(factor)
  const passwordKeys = [{ factorId: evaluated.id, key: new Uint8Array(hexToBytes(key)) }]
  const kept = { ...contents, factors: [...factors, evaluated], passwordKeys }
  expect(decodeContents(encodeContents(kept))).toStrictEqual(kept)
  expect(encodeContents({ ...contents, passwordKeys: [] })).toStrictEqual(encodeContents(contents))
  const short = encodeContents({ ...kept, passwordKeys: [{ factorId: evaluated.id, key: new Uint8Array(31) }] })
  expect(() => decodeContents(short)).toThrow(TypeError)
})

test('behavior: threat 33: a vault that was changed or moved to another wallet or address does not open', async () => {
  const dataKey = createDataKey()
  const vault = await sealVault({ contents, dataKey, walletId, address })
  const fitting = { vault, dataKey, walletId, address, version: 7 }
  const other = `0x${'11'.repeat(20)}`
  for (const change of [
    { walletId: frozen.deviceId },
    { address: other },
    { dataKey: createDataKey() },
    { vault: vault.with(0, 2) },
    { vault: vault.subarray(0, 20) },
    { vault: new Uint8Array(0) },
    { version: Number.NaN },
  ])
    await expect(openVault({ ...fitting, ...change })).rejects.toMatchObject(broken)
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: vault.length - 1 }), fc.integer({ min: 1, max: 255 }), async (place, change) => {
      const changed = vault.with(place, (vault[place] ?? 0) ^ change)
      await expect(openVault({ ...fitting, vault: changed })).rejects.toMatchObject(broken)
    }),
    { numRuns: 50 },
  )
})

test('behavior: threat 34: an old vault cannot be presented as new, nor as the old one that it is', async () => {
  const dataKey = createDataKey()
  const old = await sealVault({ contents: { ...contents, factors: [], version: 6 }, dataKey, walletId, address })
  const common = { vault: old, dataKey, walletId, address, seenVersion: 7 }
  await expect(openVault({ ...common, version: 7 })).rejects.toMatchObject(broken)
  await expect(openVault({ ...common, version: 8 })).rejects.toMatchObject(broken)
  await expect(openVault({ ...common, version: 6 })).rejects.toMatchObject({ code: 'vault_rolled_back' })
  const fresh = await sealVault({ contents, dataKey, walletId, address })
  expect(await openVault({ ...common, vault: fresh, version: 7 })).toStrictEqual(contents)
})

test('behavior: threat 32: a vault of another seed for the same address does not open, even if well sealed', async () => {
  const dataKey = createDataKey()
  const forged = canonicalBytes(encoded({ ...contents, seed: new Uint8Array(64).fill(4) }))
  const vault = await sealAnyVault({ dataKey, plaintext: forged, ...place })
  await expect(openVault({ vault, dataKey, walletId, address, version: 7 })).rejects.toMatchObject(broken)
})

const good = encoded(contents)
const [goodKey] = good.importedKeys as [Record<string, CanonicalValue>]
const [goodFactor] = good.factors as [Record<string, CanonicalValue>]

test.each<[string, CanonicalValue]>([
  ['a number', 1],
  ['a list', [good]],
  ['null', null],
  ['another format', { ...good, format: 2 }],
  ['an unknown key', { ...good, more: 1 }],
  ['no seed', { ...good, seed: undefined }],
  ['a short seed', { ...good, seed: 'AAAA' }],
  ['a seed that is no base64url', { ...good, seed: '!' }],
  ['a strange entropy', { ...good, entropy: 'AAAA' }],
  ['another version', { ...good, version: 8 }],
  ['version zero', { ...good, version: 0 }],
  ['factors that are no list', { ...good, factors: {} }],
  ['a factor of an unknown kind', { ...good, factors: [{ ...goodFactor, kind: 'sms' }] }],
  ['a factor with an unknown key', { ...good, factors: [{ ...goodFactor, more: '' }] }],
  ['a factor without meta', { ...good, factors: [{ ...goodFactor, meta: undefined }] }],
  [
    'a factor with strange costs',
    { ...good, factors: [{ ...goodFactor, meta: { salt: '', bind: '', params: { m: 1, t: 1 } } }] },
  ],
  ['a key of an unknown namespace', { ...good, importedKeys: [{ ...goodKey, namespace: 'cosmos' }] }],
  ['a short key', { ...good, importedKeys: [{ ...goodKey, privateKey: 'AAAA' }] }],
  ['a label that is no text', { ...good, importedKeys: [{ ...goodKey, label: 1 }] }],
])('error: contents with %s are refused', async (_, value) => {
  const dataKey = createDataKey()
  const vault = await sealAnyVault({ dataKey, plaintext: canonicalBytes(value), ...place })
  await expect(openVault({ vault, dataKey, walletId, address, version: 7 })).rejects.toMatchObject(broken)
})

test('behavior: sealed the same way, good contents open, so those were refused for their contents', async () => {
  const dataKey = createDataKey()
  const vault = await sealAnyVault({ dataKey, plaintext: canonicalBytes(good), ...place })
  expect(await openVault({ vault, dataKey, walletId, address, version: 7 })).toStrictEqual(contents)
})

test('error: contents that are no JSON or no UTF-8 are refused', async () => {
  const dataKey = createDataKey()
  for (const plaintext of [new Uint8Array(0), Uint8Array.of(0x7b), Uint8Array.of(0x22, 0xff, 0x22)]) {
    const vault = await sealAnyVault({ dataKey, plaintext, ...place })
    await expect(openVault({ vault, dataKey, walletId, address, version: 7 })).rejects.toMatchObject(broken)
  }
})

test('error: a seed is not sealed for a foreign address, nor under a short key', async () => {
  const dataKey = createDataKey()
  await expect(sealVault({ contents, dataKey, walletId, address: `0x${'11'.repeat(20)}` })).rejects.toMatchObject({
    code: 'malformed_request',
    field: 'address',
  })
  await expect(sealVault({ contents, dataKey: dataKey.subarray(1), walletId, address })).rejects.toMatchObject({
    field: 'dataKey',
  })
})

function encoded(value: VaultContents): Record<string, CanonicalValue | undefined> {
  return JSON.parse(new TextDecoder().decode(encodeContents(value)))
}
