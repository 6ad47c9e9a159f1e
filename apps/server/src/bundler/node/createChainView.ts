import { ServiceError } from '@latchkey/protocol/errors'
import { entryPoint08 } from '@latchkey/smart-account'
import type { Clock } from '../../platform/clock/Clock.ts'
import { type GasMarket, readGasMarket } from '../judging/fees.ts'
import type { ChainHead, ChainNode } from './createChainNode.ts'

/** Milliseconds for which many askers share what one read; shorter than any block takes. */
const shared = 300

/** What changes with each block and is asked for by every operation, read once for all that ask at a time. */
export type ChainView = {
  now: () => Promise<{ head: ChainHead; market: GasMarket }>
  /** Wei that the executor has. */
  balance: () => Promise<bigint>
  /** What of it was read last; undefined before the first. */
  lastBalance: () => bigint | undefined
  /** @throws ServiceError `bundler_unavailable` where the network has no EntryPoint v0.8 */
  requireEntryPoint: () => Promise<void>
  /** The EntryPoint's code, which never changes. @throws like {@link requireEntryPoint} */
  entryPointCode: () => Promise<`0x${string}`>
}

/** Creates the view of one network. */
export function createChainView({
  node,
  name,
  executor,
  clock,
}: {
  node: ChainNode
  name: string
  executor: `0x${string}`
  clock: Clock
}): ChainView {
  let code: `0x${string}` | undefined
  let lastBalance: bigint | undefined
  const now = share(clock, async () => {
    const head = await node.head()
    return { head, market: await readGasMarket(node, head) }
  })
  const balance = share(clock, async () => {
    lastBalance = await node.balance(executor)
    return lastBalance
  })
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
    now,
    balance,
    lastBalance: () => lastBalance,
    requireEntryPoint: async () => void (await entryPointCode()),
    entryPointCode,
  }
}

function share<Value>(clock: Clock, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; at: number } | undefined
  return () => {
    const at = clock.now()
    if (kept && at - kept.at < shared && at >= kept.at) return kept.value
    const value = read()
    const entry = { value, at }
    kept = entry
    value.catch(() => {
      if (kept === entry) kept = undefined
    })
    return value
  }
}
