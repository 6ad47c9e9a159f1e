import { LatchkeyError } from '@latchkey/protocol'
import type { Bytes } from '../bytes/Bytes.ts'
import { type DerivedKey, deriveNode } from './deriveNode.ts'
import { evmAddressOf } from './evmAddress.ts'

/** An EVM key: the public key is compressed, the address has its EIP-55 checksum. */
export type EvmKey = DerivedKey & { address: `0x${string}` }

/**
 * The EVM key of a seed at `m/44'/60'/0'/0/index` (BIP-44).
 *
 * @example deriveEvmKey({ seed: await seedFromMnemonic(mnemonic) }).address
 */
export function deriveEvmKey({ seed, index = 0 }: { seed: Uint8Array; index?: number }): EvmKey {
  if (!Number.isInteger(index) || index < 0 || index >= 0x8000_0000)
    throw new LatchkeyError('malformed_request', { field: 'index' })
  const path = `m/44'/60'/0'/0/${index}`
  const { privateKey, publicKey }: { privateKey: Bytes; publicKey: Bytes } = deriveNode({ seed, path })
  return { privateKey, publicKey, address: evmAddressOf(privateKey), path }
}
