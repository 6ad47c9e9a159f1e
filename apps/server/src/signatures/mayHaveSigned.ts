import { type EvmAddress, isEvmAddress } from '@latchkey/protocol'

/** Bytes of a signature at most: a passkey's, nested, of an account that is not deployed, has some 1,500. */
const maxBytes = 8_192
/** Bytes of the shortest signature (ERC-2098). */
const minBytes = 64
/** Nobody signs as zero, which is what reading a bad signature gives, or as a contract that is part of the chain. */
const lastPrecompile = 0xffffn

/** Tells whether an account is one that signs, and a signature bytes of a length that there is: what it says is another question. */
export function mayHaveSigned({ account, signature }: { account: EvmAddress; signature: `0x${string}` }): boolean {
  if (!isEvmAddress(account) || BigInt(account) <= lastPrecompile) return false
  if (signature.length < 2 + 2 * minBytes || signature.length > 2 + 2 * maxBytes) return false
  return /^0x(?:[0-9a-fA-F]{2})+$/.test(signature)
}
