import { ServiceError } from '@latchkey/protocol/errors'
import { entryPoint08 } from '@latchkey/smart-account'
import type { ChainNode } from '../../chains/node/createChainNode.ts'
import { type ChainView, createChainView } from '../../chains/node/createChainView.ts'
import type { Clock } from '../../platform/clock/Clock.ts'

/** Values that change with each block, and the EntryPoint. */
export type BundlerView = ChainView & {
  /** @throws ServiceError `bundler_unavailable` if the network has no EntryPoint v0.8 */
  requireEntryPoint: () => Promise<void>
  /** Returns the EntryPoint's code, which never changes. @throws like {@link requireEntryPoint} */
  entryPointCode: () => Promise<`0x${string}`>
}

/** Creates the view of one network, with the balance of the executor. */
export function createBundlerView({
  node,
  name,
  executor,
  clock,
}: {
  node: ChainNode
  name: string
  executor: `0x${string}`
  clock: Clock
}): BundlerView {
  let code: `0x${string}` | undefined
  const entryPointCode = async () => {
    if (code) return code
    const found = await node.code(entryPoint08)
    if (found !== '0x') {
      code = found
      return found
    }
    throw new ServiceError('bundler_unavailable', {
      message: `${name} has no EntryPoint v0.8 at ${entryPoint08}`,
      retryable: false,
    })
  }
  return {
    ...createChainView({ node, account: executor, clock }),
    requireEntryPoint: async () => void (await entryPointCode()),
    entryPointCode,
  }
}
