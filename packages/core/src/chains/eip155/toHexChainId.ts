import { type ChainId, parseChainId } from '@latchkey/protocol'

/** Returns a chain ID in the hexadecimal format of wallets (EIP-695). */
export function toHexChainId(chainId: ChainId): string {
  return `0x${BigInt(parseChainId(chainId).reference).toString(16)}`
}
