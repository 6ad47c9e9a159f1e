import type { ChainReader } from '@latchkey/clear-signing'
import { askNode } from './createGateway.ts'

/** Milliseconds that the network has for all that one card asks of it. */
const readLimit = 20_000

/** Makes what asks a network for one card. A node that never answers must not keep it from being shown: what cannot be had by then is warned of. */
export function createAsk({ url, fetch }: { url: string; fetch: typeof globalThis.fetch }): ChainReader {
  const signal = AbortSignal.timeout(readLimit)
  return ({ method, params }) => askNode({ url, method, params, fetch, signal })
}
