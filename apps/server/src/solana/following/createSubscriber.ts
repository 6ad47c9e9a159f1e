import { z } from 'zod'
import type { UpstreamSocket } from '../../rpc/connectUpstreamSocket.ts'

/** Subscriptions to one node over one connection. */
export type Subscriber = {
  /**
   * Subscribes to an account, or to the logs that mention it.
   *
   * @returns a function that ends it; undefined if the node refused
   */
  subscribe: (options: {
    kind: 'account' | 'logs'
    address: string
    onNews: (slot: number) => void
  }) => Promise<(() => void) | undefined>
  /** Handles a message of the node. */
  receive: (message: unknown) => void
}

const commitment = 'confirmed'

const newsSchema = z.object({
  params: z.object({
    subscription: z.number(),
    result: z.object({ context: z.object({ slot: z.number().int().nonnegative() }) }),
  }),
})

/** Creates the subscriptions of one connection. Source: Solana's `accountSubscribe` and `logsSubscribe`. */
export function createSubscriber({ socket }: { socket: () => UpstreamSocket | undefined }): Subscriber {
  const listeners = new Map<number, (slot: number) => void>()
  /** Notifications that arrived before the response with their subscription ID. */
  const early = new Map<number, number>()

  return {
    subscribe: async ({ kind, address, onNews }) => {
      // Request no data: the notification only triggers a read.
      const params =
        kind === 'logs'
          ? [{ mentions: [address] }, { commitment }]
          : [address, { commitment, encoding: 'base64', dataSlice: { offset: 0, length: 0 } }]
      const connection = socket()
      const outcome = await connection?.call({ method: `${kind}Subscribe`, params })
      if (!outcome || !('result' in outcome) || typeof outcome.result !== 'number') return undefined
      const id = outcome.result
      listeners.set(id, onNews)
      const missed = early.get(id)
      early.clear()
      if (missed !== undefined) onNews(missed)
      return () => {
        if (!listeners.delete(id) || socket() !== connection) return
        void connection?.call({ method: `${kind}Unsubscribe`, params: [id] })
      }
    },
    receive: (message) => {
      const news = newsSchema.safeParse(message)
      if (!news.success) return
      const { subscription, result } = news.data.params
      const listener = listeners.get(subscription)
      if (listener) listener(result.context.slot)
      else if (early.size < 1_000) early.set(subscription, result.context.slot)
    },
  }
}
