import type { ChainReader } from '@latchkey/clear-signing'
import { askNode } from './createGateway.ts'

/** Milliseconds for all network reads of one card. */
const readLimit = 20_000

/** Creates the chain reader of one card. A node that never answers must not block the card, so missing data becomes a warning. */
export function createAsk({ url, fetch }: { url: string; fetch: typeof globalThis.fetch }): ChainReader {
  const signal = AbortSignal.timeout(readLimit)
  return ({ method, params }) => askNode({ url, method, params, fetch, signal })
}
