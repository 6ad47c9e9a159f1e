import { ServiceError } from '@latchkey/protocol/errors'
import { hexToBytes } from '@noble/hashes/utils'

/** Parts of a keystore for opening it. */
export type KeystoreParts = {
  iv: Uint8Array
  ciphertext: Uint8Array
  mac: Uint8Array
  /** Lowercase without 0x; older files have none. */
  address: string | undefined
  salt: Uint8Array
  kdf: { name: 'scrypt'; n: number; r: number; p: number } | { name: 'pbkdf2'; rounds: number }
}

/**
 * Parses a keystore file of this package or another wallet. Costs beyond a gibibyte or ten million rounds are refused.
 *
 * @throws LatchkeyError `import_invalid`
 */
export function readKeystore(text: string): KeystoreParts {
  try {
    const file = recordOf(JSON.parse(text))
    const parts = recordOf(file.crypto ?? file.Crypto)
    const params = recordOf(parts.kdfparams)
    require(file.version === 3 && parts.cipher === 'aes-128-ctr' && params.dklen === 32)
    return {
      iv: bytesOf(recordOf(parts.cipherparams).iv, 16),
      ciphertext: bytesOf(parts.ciphertext, 32),
      mac: bytesOf(parts.mac, 32),
      address: typeof file.address === 'string' ? file.address.toLowerCase().replace(/^0x/, '') : undefined,
      salt: bytesOf(params.salt),
      kdf: kdfOf(parts.kdf, params),
    }
  } catch {
    // A parser's error may quote its input.
    throw new ServiceError('import_invalid')
  }
}

function kdfOf(name: unknown, params: Record<string, unknown>): KeystoreParts['kdf'] {
  if (name === 'pbkdf2') {
    require(params.prf === 'hmac-sha256')
    return { name, rounds: countOf(params.c, 10_000_000) }
  }
  require(name === 'scrypt')
  const n = countOf(params.n, 2 ** 22)
  const r = countOf(params.r, 64)
  require(n > 1 && Number.isInteger(Math.log2(n)) && n * r * 128 <= 2 ** 30)
  return { name, n, r, p: countOf(params.p, 16) }
}

function recordOf(value: unknown): Record<string, unknown> {
  require(typeof value === 'object' && value !== null)
  return { ...value }
}

function bytesOf(value: unknown, length?: number): Uint8Array {
  require(typeof value === 'string')
  const bytes = hexToBytes(value.replace(/^0x/, ''))
  require(length === undefined || bytes.length === length)
  return bytes
}

function countOf(value: unknown, most: number): number {
  require(typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= most)
  return value
}

function require(condition: boolean): asserts condition {
  if (!condition) throw new TypeError('Not a keystore')
}
