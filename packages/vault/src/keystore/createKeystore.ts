import { scryptAsync } from '@noble/hashes/scrypt'
import { bytesToHex } from '@noble/hashes/utils'
import { randomBytes } from '../bytes/randomBytes.ts'
import { wipe } from '../bytes/wipe.ts'
import { evmAddressOf } from '../seed/evmAddress.ts'
import type { Keystore } from './Keystore.ts'
import { applyKeystoreCipher, keystoreMacOf } from './keystoreCipher.ts'

/** Costs of scrypt (RFC 7914): rounds, a power of two; block size; lanes. */
export type KeystoreParams = { n: number; r: number; p: number }

/** Costs for new files: 128 MiB, about a second in a worker. */
export const keystoreParams: Readonly<KeystoreParams> = { n: 2 ** 17, r: 8, p: 1 }

/**
 * Encrypts an EVM private key under a password, in the file format of other wallets (Web3 Secret Storage, version 3): scrypt,
 * AES-128-CTR, Keccak MAC. Run it in a worker.
 *
 * @param options.params default {@link keystoreParams}
 * @param options.onProgress called with 0 to 1
 * @throws LatchkeyError `malformed_request` if it is no secp256k1 private key
 * @example const file = JSON.stringify(await createKeystore({ privateKey, password }))
 */
export async function createKeystore({
  privateKey,
  password,
  id = crypto.randomUUID(),
  params: { n, r, p } = keystoreParams,
  onProgress,
}: {
  privateKey: Uint8Array
  password: string
  id?: string | undefined
  params?: Readonly<KeystoreParams> | undefined
  onProgress?: ((share: number) => void) | undefined
}): Promise<Keystore> {
  const address = evmAddressOf(privateKey)
  const salt = randomBytes(32)
  const iv = randomBytes(16)
  const derivedKey = await scryptAsync(new TextEncoder().encode(password), salt, {
    N: n,
    r,
    p,
    dkLen: 32,
    ...(onProgress ? { onProgress } : {}),
  })
  const ciphertext = await applyKeystoreCipher({ derivedKey, iv, text: privateKey })
  const mac = keystoreMacOf({ derivedKey, ciphertext })
  wipe(derivedKey)
  return {
    version: 3,
    id,
    address: address.slice(2).toLowerCase(),
    crypto: {
      cipher: 'aes-128-ctr',
      ciphertext: bytesToHex(ciphertext),
      cipherparams: { iv: bytesToHex(iv) },
      kdf: 'scrypt',
      kdfparams: { dklen: 32, n, r, p, salt: bytesToHex(salt) },
      mac: bytesToHex(mac),
    },
  }
}
