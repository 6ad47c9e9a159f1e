import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { isRecoverable } from './isRecoverable.ts'
import type { Secp256k1Curve } from './Secp256k1Curve.ts'

/** The part of the package `secp256k1` that this file uses. The package has no types. */
type Bindings = {
  contextRandomize: (seed: Uint8Array) => void
  ecdsaRecover: (signature: Uint8Array, recovery: number, hash: Uint8Array, compressed: boolean) => Uint8Array
  ecdsaSign: (hash: Uint8Array, privateKey: Uint8Array) => { signature: Uint8Array; recid: number }
}

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/**
 * Loads libsecp256k1, which the package has prebuilt for the common platforms.
 *
 * @param options.load replaces the loader, for tests
 * @returns undefined if there is no binary for this platform
 */
export function createNativeSecp256k1({
  load = loadBindings,
}: {
  load?: () => Bindings
} = {}): Secp256k1Curve | undefined {
  let bindings: Bindings
  try {
    bindings = load()
  } catch {
    return undefined
  }
  // Randomize the steps of signing in each process, which makes side-channel measurements less useful.
  bindings.contextRandomize(randomBytes(32))
  return {
    name: 'native',
    recover: (signed) => {
      if (!isRecoverable(signed)) return undefined
      try {
        return bindings.ecdsaRecover(signed.signature, signed.recovery, signed.hash, false)
      } catch {
        return undefined
      }
    },
    sign: ({ hash, privateKey }) => {
      const { signature, recid } = bindings.ecdsaSign(reduce(hash), privateKey)
      return { signature, recovery: recid }
    },
  }
}

/** Avoid the package's main entry: on platforms without a binary it silently loads a slow library. */
function loadBindings(): Bindings {
  return createRequire(import.meta.url)('secp256k1/bindings.js') as Bindings
}

/** RFC 6979 reduces a hash above the order. This library does not, so it would return other bytes. */
function reduce(hash: Uint8Array): Uint8Array {
  if (hash.length !== 32 || hash[0] !== 0xff) return hash
  const value = BigInt(`0x${Buffer.from(hash).toString('hex')}`)
  return value < order ? hash : Buffer.from((value - order).toString(16).padStart(64, '0'), 'hex')
}
