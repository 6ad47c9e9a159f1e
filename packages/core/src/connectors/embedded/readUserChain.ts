import { type ChainId, isChainId } from '@latchkey/protocol'
import { findChainId } from '../provider/findChainId.ts'

/** Returns the network of the frame, from any form of the specification; undefined if it is invalid. */
export function readUserChain(chainId: unknown): ChainId | undefined {
  return isChainId(chainId) ? chainId : findChainId(chainId)
}
