import { ServiceError } from '@latchkey/protocol/errors'
import { smartAccountContracts } from '@latchkey/smart-account'
import { checksumAddress, concatBytes } from '@latchkey/vault'
import { keccak_256 } from '@noble/hashes/sha3'
import { fromHex, toHex } from './hex.ts'

/**
 * Returns the address of an owner's smart account. The result equals the package's `smartAccountAddress`, without its ABI coder, which
 * is as large as a quarter of this worker. A test compares the two, and so does the reader before anything is signed.
 *
 * Source: EIP-1014 (CREATE2), ERC-1167 (minimal proxy).
 */
export function smartAccountOf(owner: string): `0x${string}` {
  if (!/^0x[0-9a-f]{40}$/i.test(owner)) throw new ServiceError('malformed_request')
  const { factory, implementation } = smartAccountContracts
  // The owner, no passkey and no site of one, the first account: five words.
  const salt = keccak_256(concatBytes(new Uint8Array(12), fromHex(owner as `0x${string}`), new Uint8Array(128)))
  const proxy = fromHex(
    `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${implementation.slice(2)}5af43d82803e903d91602b57fd5bf3`,
  )
  const hash = keccak_256(concatBytes(Uint8Array.of(0xff), fromHex(factory), salt, keccak_256(proxy)))
  return checksumAddress(toHex(hash.subarray(12)).slice(2))
}
