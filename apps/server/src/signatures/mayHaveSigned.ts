import { type EvmAddress, isEvmAddress } from '@latchkey/protocol'

/** Maximum bytes of a signature. A nested one of a passkey, for an undeployed account, has about 1,500. */
const maxBytes = 8_192
/** Bytes of the shortest signature (ERC-2098). */
const minBytes = 64
/** The zero address, which is the result of a failed recovery, and precompiled contracts cannot sign. */
const lastPrecompile = 0xffffn

/** Returns whether an account can sign, and a signature has a possible length. Does not check the signature itself. */
export function mayHaveSigned({ account, signature }: { account: EvmAddress; signature: `0x${string}` }): boolean {
  if (!isEvmAddress(account) || BigInt(account) <= lastPrecompile) return false
  if (signature.length < 2 + 2 * minBytes || signature.length > 2 + 2 * maxBytes) return false
  return /^0x(?:[0-9a-fA-F]{2})+$/.test(signature)
}
