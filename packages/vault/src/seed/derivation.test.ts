import { createPublicKey, verify } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { wordlist as words } from '@scure/bip39/wordlists/english'
import fc from 'fast-check'
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import addresses from '../../vectors/addresses.json' with { type: 'json' }
import bip32 from '../../vectors/bip32.json' with { type: 'json' }
import frozen from '../../vectors/frozen.json' with { type: 'json' }
import slip10 from '../../vectors/slip10.json' with { type: 'json' }
import { controlKeyOf, controlKeyPath, signControl, verifyControl } from './controlKey.ts'
import { deriveAccounts } from './deriveAccounts.ts'
import { deriveBitcoinKeys } from './deriveBitcoinKeys.ts'
import { deriveEvmKey } from './deriveEvmKey.ts'
import { derivePrivateKey } from './derivePrivateKey.ts'
import { deriveSolanaKey } from './deriveSolanaKey.ts'
import { checksumAddress, evmAddressOf } from './evmAddress.ts'
import { toMnemonic } from './mnemonic.ts'
import { seedFromMnemonic } from './seedFromMnemonic.ts'

const seeds = fc.uint8Array({ minLength: 64, maxLength: 64 })

test.each(bip32)('default: BIP-32 $path', ({ seed, path, privateKey, xprv }) => {
  const expected = privateKey ?? bytesToHex(HDKey.fromExtendedKey(xprv ?? '').privateKey ?? new Uint8Array())
  expect(bytesToHex(derivePrivateKey({ curve: 'secp256k1', seed: hexToBytes(seed), path }))).toBe(expected)
})

test.each(slip10)('default: SLIP-10 $path', ({ seed, path, privateKey }) => {
  expect(bytesToHex(derivePrivateKey({ curve: 'ed25519', seed: hexToBytes(seed), path }))).toBe(privateKey)
})

test('default: the accounts of the mnemonic that the BIPs use', async () => {
  const seed = await seedFromMnemonic(addresses.mnemonic)
  const { bip84, bip86 } = addresses
  expect(deriveAccounts({ seed }).map(({ namespace, address }) => [namespace, address])).toStrictEqual([
    ['eip155', addresses.evm],
    ['solana', addresses.solana],
    ['bip122', bip84.mainnet],
    ['bip122', bip86.mainnet],
  ])
  const { segwit, taproot } = deriveBitcoinKeys({ seed })
  expect(bytesToHex(segwit.publicKey)).toBe(bip84.publicKey)
  expect(bytesToHex(taproot.publicKey.subarray(1))).toBe(bip86.internalKey)
  const testnet = deriveBitcoinKeys({ seed, network: 'testnet' })
  expect([testnet.segwit.address, testnet.taproot.address]).toStrictEqual([bip84.testnet, bip86.testnet])
  const regtest = deriveBitcoinKeys({ seed, network: 'regtest' })
  expect([regtest.segwit.address, regtest.segwit.path]).toStrictEqual([bip84.regtest, "m/84'/1'/0'/0/0"])
})

test('behavior: accounts are unchanged since this test was written', async () => {
  expect(deriveAccounts({ seed: await seedFromMnemonic(frozen.mnemonic) })).toStrictEqual(frozen.accounts)
})

test('behavior: Bitcoin addresses of networks for tests have their own path', async () => {
  const seed = await seedFromMnemonic(addresses.mnemonic)
  const { bip84, bip86 } = addresses
  const all = deriveAccounts({ seed, networks: ['mainnet', 'testnet', 'regtest'] })
  expect(all.slice(0, 4)).toStrictEqual(deriveAccounts({ seed }))
  expect(all.slice(4).map(({ address, path }) => [address, path])).toStrictEqual([
    [bip84.testnet, "m/84'/1'/0'/0/0"],
    [bip86.testnet, "m/86'/1'/0'/0/0"],
    [bip84.regtest, "m/84'/1'/0'/0/0"],
    [deriveBitcoinKeys({ seed, network: 'regtest' }).taproot.address, "m/86'/1'/0'/0/0"],
  ])
})

test('behavior: EVM addresses are those of viem', async () => {
  const entropies = fc.uint8Array({ minLength: 16, maxLength: 16 })
  await fc.assert(
    fc.asyncProperty(entropies, fc.nat({ max: 1000 }), async (entropy, index) => {
      const mnemonic = toMnemonic({ entropy, words })
      const key = deriveEvmKey({ seed: await seedFromMnemonic(mnemonic), index })
      const account = mnemonicToAccount(mnemonic, { addressIndex: index })
      expect(key.address).toBe(account.address)
      expect(key.privateKey).toStrictEqual(new Uint8Array(account.getHdKey().privateKey ?? []))
      expect(key.publicKey).toStrictEqual(new Uint8Array(account.getHdKey().publicKey ?? []))
      expect(privateKeyToAddress(`0x${bytesToHex(key.privateKey)}`)).toBe(evmAddressOf(key.privateKey))
    }),
    { numRuns: 8 },
  )
})

test('behavior: private keys of any path are those of an independent library', () => {
  const steps = fc.array(fc.tuple(fc.nat({ max: 0x7fffffff }), fc.boolean()), { maxLength: 4 })
  fc.assert(
    fc.property(seeds, steps, (seed, list) => {
      const path = ['m', ...list.map(([index, hardened]) => `${index}${hardened ? "'" : ''}`)].join('/')
      const expected = HDKey.fromMasterSeed(seed).derive(path).privateKey
      expect(derivePrivateKey({ curve: 'secp256k1', seed, path })).toStrictEqual(new Uint8Array(expected ?? []))
    }),
    { numRuns: 25 },
  )
})

test('behavior: Solana keys sign for their address', () => {
  fc.assert(
    fc.property(seeds, fc.uint8Array(), (seed, message) => {
      const { privateKey, publicKey, address } = deriveSolanaKey({ seed })
      expect(base58.decode(address)).toStrictEqual(publicKey)
      expect(ed25519.verify(ed25519.sign(message, privateKey), message, publicKey)).toBe(true)
    }),
    { numRuns: 10 },
  )
})

test.each(addresses.eip55)('behavior: EIP-55 %s', (address) => {
  expect(checksumAddress(address.slice(2).toLowerCase())).toBe(address)
})

test('behavior: the seed is not modified', () => {
  const seed = hexToBytes('11'.repeat(64))
  deriveAccounts({ seed })
  expect(bytesToHex(seed)).toBe('11'.repeat(64))
})

test.each(['', 'm/', "44'/60'", 'm/1h', 'm/-1', 'm/2147483648', 'm/1.5', "m/''"])('error: %j is no path', (path) => {
  const seed = new Uint8Array(64)
  expect(() => derivePrivateKey({ curve: 'secp256k1', seed, path })).toThrow(
    expect.objectContaining({ code: 'malformed_request', field: 'path' }),
  )
})

test('error: ed25519 has hardened steps only, and seeds have 16 to 64 bytes', () => {
  const malformed = expect.objectContaining({ code: 'malformed_request' })
  expect(() => derivePrivateKey({ curve: 'ed25519', seed: new Uint8Array(64), path: "m/44'/501" })).toThrow(malformed)
  for (const length of [0, 15, 65])
    expect(() => derivePrivateKey({ curve: 'ed25519', seed: new Uint8Array(length), path: 'm' })).toThrow(malformed)
  for (const index of [-1, 0.5, 0x8000_0000, Number.NaN])
    expect(() => deriveEvmKey({ seed: new Uint8Array(64), index })).toThrow(malformed)
})

test.each([
  ['zero', new Uint8Array(32)],
  ['above the order', new Uint8Array(32).fill(255)],
  ['short', new Uint8Array(31).fill(1)],
])('error: a key that is %s has no address, and the error does not contain the key', (_, privateKey) => {
  try {
    evmAddressOf(privateKey)
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({ code: 'malformed_request', field: 'privateKey' })
    expect(error).not.toHaveProperty('cause')
  }
})

test('behavior: finding F1: threat 142: the control key is on a separate branch, and signs as RFC 8032 requires', async () => {
  const seed = await seedFromMnemonic(addresses.mnemonic)
  expect(controlKeyPath).toBe("m/1280592729'/1'")
  expect(1280592729).toBe(Number.parseInt(Buffer.from('LTKY').toString('hex'), 16))
  const controlKey = controlKeyOf({ seed })
  const privateKey = derivePrivateKey({ curve: 'ed25519', seed, path: controlKeyPath })
  expect(bytesToHex(controlKey)).toBe(bytesToHex(ed25519.getPublicKey(privateKey)))
  // No account of the seed has it, in any family.
  expect(deriveAccounts({ seed }).map(({ publicKey }) => publicKey)).not.toContain(base58.encode(controlKey))
  const message = new TextEncoder().encode('a change')
  const proof = signControl({ seed, message })
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), controlKey])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  expect(verify(null, message, key, proof)).toBe(true)
  expect(verifyControl({ controlKey, message, proof })).toBe(true)
  for (const bad of [
    { controlKey: controlKeyOf({ seed: new Uint8Array(64).fill(1) }), message, proof },
    { controlKey, message: message.subarray(1), proof },
    { controlKey, message, proof: proof.map((byte, index) => (index === 40 ? byte ^ 1 : byte)) },
    { controlKey, message, proof: proof.subarray(1) },
    { controlKey: new Uint8Array(32).fill(0xff), message, proof },
    { controlKey: new Uint8Array(0), message, proof },
    // The neutral point, of small order: with it a signature of zeros would be valid for any message.
    { controlKey: Uint8Array.of(1, ...new Uint8Array(31)), message, proof: Uint8Array.of(1, ...new Uint8Array(63)) },
  ])
    expect(verifyControl(bad)).toBe(false)
})
