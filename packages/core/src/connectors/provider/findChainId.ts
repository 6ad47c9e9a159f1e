import type { ChainId } from '@latchkey/protocol'
import { readChainId } from './readChainId.ts'

/** Like {@link readChainId}; undefined for what is no chain id. */
export function findChainId(value: unknown): ChainId | undefined {
  try {
    return readChainId(value)
  } catch {
    return undefined
  }
}
