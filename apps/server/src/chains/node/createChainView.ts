import type { Clock } from '../../platform/clock/Clock.ts'
import type { ChainHead, ChainNode } from './createChainNode.ts'
import { type GasMarket, readGasMarket } from './gasMarket.ts'

/** Milliseconds for which callers share one read; shorter than any block time. */
const shared = 300

/** Frequently read values that change with each block. Concurrent callers share one read. */
export type ChainView = {
  now: () => Promise<{ head: ChainHead; market: GasMarket }>
  /** Balance of the account in wei. */
  balance: () => Promise<bigint>
  /** The last balance; undefined before the first read. */
  lastBalance: () => bigint | undefined
}

/**
 * Creates the view of one network.
 *
 * @param options.account account that sends transactions
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
