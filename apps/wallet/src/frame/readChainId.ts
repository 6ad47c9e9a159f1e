import { type ChainId, isChainId } from '@latchkey/protocol'

/**
 * Reads the network from the frame's URL: a number or CAIP-2.
 *
 * @returns undefined for anything else
 * @example readChainId('8453') // 'eip155:8453'
 */
export function readChainId(text: string | null): ChainId | undefined {
  const chainId = text !== null && /^\d+$/.test(text) ? `eip155:${text}` : text
  return isChainId(chainId) ? chainId : undefined
}
