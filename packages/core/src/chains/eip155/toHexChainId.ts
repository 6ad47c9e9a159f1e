import { type ChainId, parseChainId } from '@latchkey/protocol'

/** The number of a chain as wallets write it: hexadecimal (EIP-695). */
export function toHexChainId(chainId: ChainId): string {
  return `0x${BigInt(parseChainId(chainId).reference).toString(16)}`
}
