import type { Clock } from '../../platform/clock/Clock.ts'
import type { ChainHead, ChainNode } from './createChainNode.ts'
import { type GasMarket, readGasMarket } from './gasMarket.ts'

/** Milliseconds for which many askers share what one read; shorter than any block takes. */
const shared = 300

/** What changes with each block and is asked for often, read once for all that ask at a time. */
export type ChainView = {
  now: () => Promise<{ head: ChainHead; market: GasMarket }>
  /** Wei that the account has. */
  balance: () => Promise<bigint>
  /** What of it was read last; undefined before the first. */
  lastBalance: () => bigint | undefined
}

/**
 * Creates the view of one network.
 *
 * @param options.account sends transactions there
 */
export function createChainView({
  node,
  account,
  clock,
}: {
  node: ChainNode
  account: `0x${string}`
  clock: Clock
}): ChainView {
  let lastBalance: bigint | undefined
  const now = share(clock, async () => {
    const head = await node.head()
    return { head, market: await readGasMarket(node, head) }
  })
  const balance = share(clock, async () => {
    lastBalance = await node.balance(account)
    return lastBalance
  })
  return { now, balance, lastBalance: () => lastBalance }
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
