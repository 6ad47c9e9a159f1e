import type { ChainId } from '@latchkey/protocol'
import { readChainId } from './readChainId.ts'

/** Like {@link readChainId}; undefined for an invalid chain ID. */
export function findChainId(value: unknown): ChainId | undefined {
  try {
    return readChainId(value)
  } catch {
    return undefined
  }
}
