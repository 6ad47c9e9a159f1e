import type { Hex } from '../../chains/rpcTypes.ts'

/**
 * Splits a signature of 65 bytes into the parts that contracts take. Some wallets write `v` as 0 and 1 instead of 27 and 28.
 */
export function splitSignature(signature: Hex): { v: number; r: Hex; s: Hex } {
  const last = Number.parseInt(signature.slice(130), 16)
  return {
    v: last < 27 ? last + 27 : last,
    r: `0x${signature.slice(2, 66)}`,
    s: `0x${signature.slice(66, 130)}`,
  }
}
