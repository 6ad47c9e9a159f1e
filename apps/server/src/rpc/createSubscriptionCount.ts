import { type ChainId, parseChainId } from '@latchkey/protocol'
import type { RpcOutcome } from './RpcService.ts'

/** Maximum of subscriptions and filters per connection. */
const mostOf = { eip155: 100, solana: 20, bip122: 0 } as const

const begins = /Subscribe$|^eth_(subscribe|new.*Filter)$/
const ends = /Unsubscribe$|^eth_(unsubscribe|uninstallFilter)$/

/** Counts the subscriptions of one connection. */
export type SubscriptionCount = {
  /** Reserves room for a call. Returns undefined if there is none, else a function to call with the outcome. */
  begin: (call: { method: string; params: readonly unknown[] }) => ((outcome?: RpcOutcome) => void) | undefined
}

/** Creates the count of a connection. */
export function createSubscriptionCount({ chainId }: { chainId: ChainId }): SubscriptionCount {
  const most = mostOf[parseChainId(chainId).namespace]
  const running = new Set<string>()
  let beginning = 0
  return {
    begin: ({ method, params }) => {
      if (ends.test(method))
        return (outcome) => {
          if (outcome && 'result' in outcome && outcome.result === true) running.delete(String(params[0]))
        }
      if (!begins.test(method)) return () => {}
      if (running.size + beginning >= most) return undefined
      beginning += 1
      return (outcome) => {
        beginning -= 1
        if (outcome && 'result' in outcome) running.add(String(outcome.result))
      }
    },
  }
}
