import { type ChainId, isChainId } from '@latchkey/protocol'
import { findChainId } from '../provider/findChainId.ts'

/** The network that the frame says it is on, in whichever of the specification's forms; undefined when it is none. */
export function readUserChain(chainId: unknown): ChainId | undefined {
  return isChainId(chainId) ? chainId : findChainId(chainId)
}
