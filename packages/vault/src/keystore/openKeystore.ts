import { ServiceError } from '@latchkey/protocol/errors'
import { scryptAsync } from '@noble/hashes/scrypt'
import { asBytes, type Bytes } from '../bytes/Bytes.ts'
import { equalBytes } from '../bytes/equalBytes.ts'
import { wipe } from '../bytes/wipe.ts'
import { evmAddressOf } from '../seed/evmAddress.ts'
import { applyKeystoreCipher, keystoreMacOf } from './keystoreCipher.ts'
import { type KeystoreParts, readKeystore } from './readKeystore.ts'

/**
 * Returns the private key of a keystore file (Web3 Secret Storage, version 3; scrypt or PBKDF2). Run it in a worker.
 *
 * @param options.text the file
 * @param options.onProgress called with 0 to 1, for scrypt
 * @throws LatchkeyError `import_invalid` if it is no keystore of an EVM key, `keystore_password_wrong`
 * @example const privateKey = await openKeystore({ text: await file.text(), password })
 */
export async function openKeystore({
  text,
  password,
  onProgress,
}: {
  text: string
  password: string
  onProgress?: ((share: number) => void) | undefined
}): Promise<Bytes> {
  const parts = readKeystore(text)
  // Most wallets use the password as entered, some its NFKC form.
  for (const form of new Set([password, password.normalize('NFKC')])) {
    const derivedKey = await stretch({ password: form, parts, onProgress })
    if (!equalBytes(parts.mac, keystoreMacOf({ derivedKey, ciphertext: parts.ciphertext }))) continue
    const privateKey = await applyKeystoreCipher({ derivedKey, iv: parts.iv, text: parts.ciphertext })
    wipe(derivedKey)
    if (!isKeyOf({ privateKey, address: parts.address })) throw new ServiceError('import_invalid')
    return privateKey
  }
  throw new ServiceError('keystore_password_wrong')
}

async function stretch({
  password,
  parts: { kdf, salt },
  onProgress,
}: {
  password: string
  parts: KeystoreParts
  onProgress: ((share: number) => void) | undefined
}): Promise<Bytes> {
  const secret = new TextEncoder().encode(password)
  if (kdf.name === 'scrypt') {
    const { n, r, p } = kdf
    const options = { N: n, r, p, dkLen: 32, maxmem: 2 ** 30 + 2 ** 20, ...(onProgress ? { onProgress } : {}) }
    return asBytes(await scryptAsync(secret, salt, options))
  }
  const key = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits'])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: asBytes(salt), iterations: kdf.rounds }
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256))
}

function isKeyOf({ privateKey, address }: { privateKey: Uint8Array; address: string | undefined }): boolean {
  try {
    return address === undefined || evmAddressOf(privateKey).slice(2).toLowerCase() === address
  } catch {
    return false
  }
}
