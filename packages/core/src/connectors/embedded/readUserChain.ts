import { type ChainId, isChainId } from '@latchkey/protocol'
import { readChainId } from '../injected/readChainId.ts'

/** The network that the frame says it is on, in whichever of the specification's forms; undefined when it is none. */
export function readUserChain(chainId: unknown): ChainId | undefined {
  if (isChainId(chainId)) return chainId
  try {
    return readChainId(chainId)
  } catch {
    return undefined
  }
}
