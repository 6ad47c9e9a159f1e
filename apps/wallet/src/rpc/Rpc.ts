import type { ChainId } from '@latchkey/protocol'

/** A request of the host: EIP-1193's, or one of another family by its own methods. */
export type Rpc = (
  request: { method: string; params?: unknown; chainId?: ChainId | undefined },
  context: { signal: AbortSignal; hold: () => void },
) => Promise<unknown>
