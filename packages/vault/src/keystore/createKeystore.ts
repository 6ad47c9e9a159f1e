import { scryptAsync } from '@noble/hashes/scrypt'
import { bytesToHex } from '@noble/hashes/utils'
import { randomBytes } from '../bytes/randomBytes.ts'
import { wipe } from '../bytes/wipe.ts'
import { evmAddressOf } from '../seed/evmAddress.ts'
import type { Keystore } from './Keystore.ts'
import { applyKeystoreCipher, keystoreMacOf } from './keystoreCipher.ts'

/** 128 MiB; about a second in a worker. */
const costs = { n: 2 ** 17, r: 8, p: 1 }

/**
 * An EVM private key under a password, in the file format that other wallets open (Web3 Secret Storage, version 3): scrypt,
 * AES-128-CTR, Keccak MAC. Run it in a worker.
 *
 * @param options.onProgress called with 0 to 1
 * @throws LatchkeyError `malformed_request` for what is no secp256k1 private key
 */
export async function createKeystore({
  privateKey,
  password,
  id = crypto.randomUUID(),
  onProgress,
}: {
  privateKey: Uint8Array
  password: string
  id?: string | undefined
  onProgress?: ((share: number) => void) | undefined
}): Promise<Keystore> {
  const address = evmAddressOf(privateKey)
  const salt = randomBytes(32)
  const iv = randomBytes(16)
  const derivedKey = await scryptAsync(new TextEncoder().encode(password), salt, {
    N: costs.n,
    r: costs.r,
    p: costs.p,
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
      kdfparams: { dklen: 32, ...costs, salt: bytesToHex(salt) },
      mac: bytesToHex(mac),
    },
  }
}
