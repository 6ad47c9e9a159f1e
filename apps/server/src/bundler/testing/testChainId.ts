import type { ChainId } from '@latchkey/protocol'

/** Chain of the bundler's tests. */
export const testChainId: ChainId = 'eip155:31337'
