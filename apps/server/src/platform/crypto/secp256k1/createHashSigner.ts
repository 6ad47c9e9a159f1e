import type { Secp256k1Curve } from './Secp256k1Curve.ts'
import { secp256k1 } from './secp256k1.ts'

/**
 * Creates a function that signs hashes with an EVM key.
 *
 * @param options.privateKey 0x and 64 hexadecimal digits
 * @param options.curve replaces the curve of the process, for tests
 * @returns a function that returns r, s and 27 or 28 (65 bytes), byte for byte as viem's `sign`
 */
export function createHashSigner({
  privateKey,
  curve = secp256k1,
}: {
  privateKey: `0x${string}`
  curve?: Secp256k1Curve
}): (options: { hash: `0x${string}` }) => Promise<`0x${string}`> {
  const key = new Uint8Array(Buffer.from(privateKey.slice(2), 'hex'))
  return async ({ hash }) => {
    const { signature, recovery } = curve.sign({ hash: Buffer.from(hash.slice(2), 'hex'), privateKey: key })
    return `0x${Buffer.from(signature).toString('hex')}${recovery === 0 ? '1b' : '1c'}`
  }
}
