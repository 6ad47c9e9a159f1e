import { ServiceError } from '@latchkey/protocol/errors'
import { secp256k1 } from '@noble/curves/secp256k1'
import { asBytes } from '../bytes/Bytes.ts'
import type { DerivedKey } from './DerivedKey.ts'
import { derivePrivateKey } from './derivePrivateKey.ts'
import { evmAddressOf } from './evmAddress.ts'

/** An EVM key; the address has its EIP-55 checksum. */
export type EvmKey = DerivedKey & { address: `0x${string}` }

/**
 * Derives the EVM key of a seed at `m/44'/60'/0'/0/index` (BIP-44).
 *
 * @throws LatchkeyError `malformed_request` for an index that BIP-32 does not have
 * @example deriveEvmKey({ seed: await seedFromMnemonic(mnemonic) }).address
 */
export function deriveEvmKey({ seed, index = 0 }: { seed: Uint8Array; index?: number }): EvmKey {
  if (!Number.isInteger(index) || index < 0 || index >= 0x8000_0000)
    throw new ServiceError('malformed_request', { field: 'index' })
  const path = `m/44'/60'/0'/0/${index}`
  const privateKey = derivePrivateKey({ curve: 'secp256k1', seed, path })
  const publicKey = asBytes(secp256k1.getPublicKey(privateKey))
  return { privateKey, publicKey, address: evmAddressOf(privateKey), path }
}
