import type { ChainId } from '@latchkey/protocol'

/** Handler of a host's request: of EIP-1193, or of another family with its own methods. */
export type Rpc = (
  request: { method: string; params?: unknown; chainId?: ChainId | undefined },
  context: { signal: AbortSignal; hold: () => void },
) => Promise<unknown>
