import type { Logger } from 'pino'
import { keyOf, type Receipt, type RelayClient } from '../RelayPeer.ts'
import type { RelayStore } from '../RelayStore.ts'
import type { RelayCounts } from '../relayMetrics.ts'

/** Reports to the store which messages clients have received. */
export type Settlement = {
  /** Settles messages for a client. @throws the error of the store; the messages then count as not settled */
  settle: (client: RelayClient, receipts: readonly Receipt[]) => Promise<void>
  /** Settles acknowledgments, which have no reply. If the store fails, they are kept and sent later. */
  settleLater: (client: RelayClient, receipts: readonly Receipt[]) => void
  /** Sends the kept acknowledgments again. */
  retry: () => Promise<void>
  /** Marks the start of a read. Messages settled before its end can still be in its result. */
  beginRead: (client: RelayClient) => void
  endRead: (client: RelayClient) => void
}

/** Receipts that wait for a store that is down. Beyond them, messages arrive twice, which clients can detect. */
const maxKept = 20_000

/** Creates the settlement. */
export function createSettlement({
  store,
  counts,
  log,
}: {
  store: RelayStore
  counts: RelayCounts
  log: Logger
}): Settlement {
  let kept: { client: RelayClient; receipts: readonly Receipt[] }[] = []
  let keptReceipts = 0

  const hide = ({ settling }: RelayClient, receipts: readonly Receipt[]) => {
    for (const receipt of receipts) settling.add(keyOf(receipt))
  }

  const show = ({ settling }: RelayClient, receipts: readonly Receipt[]) => {
    for (const receipt of receipts) settling.delete(keyOf(receipt))
  }

  const told = (client: RelayClient, receipts: readonly Receipt[]) => {
    counts.acknowledged += receipts.length
    if (client.reads === 0) show(client, receipts)
    else client.settledMeanwhile.push(...receipts.map(keyOf))
  }

  const keep = (client: RelayClient, receipts: readonly Receipt[]) => {
    if (keptReceipts + receipts.length > maxKept) {
      show(client, receipts)
      return
    }
    kept.push({ client, receipts })
    keptReceipts += receipts.length
  }

  const settle: Settlement['settle'] = async (client, receipts) => {
    hide(client, receipts)
    try {
      await store.acknowledge({ clientId: client.id, receipts })
    } catch (error) {
      show(client, receipts)
      throw error
    }
    told(client, receipts)
  }

  return {
    settle,
    settleLater: (client, receipts) => {
      hide(client, receipts)
      store.acknowledge({ clientId: client.id, receipts }).then(
        () => told(client, receipts),
        () => keep(client, receipts),
      )
    },
    retry: async () => {
      const again = kept
      kept = []
      keptReceipts = 0
      const outcomes = await Promise.allSettled(again.map(({ client, receipts }) => settle(client, receipts)))
      const failed = outcomes.filter(({ status }) => status === 'rejected').length
      if (failed > 0) log.warn({ failed }, 'Settling relay messages failed, delivering them again')
    },
    beginRead: (client) => {
      client.reads += 1
    },
    endRead: (client) => {
      client.reads -= 1
      if (client.reads > 0) return
      for (const key of client.settledMeanwhile) client.settling.delete(key)
      client.settledMeanwhile.length = 0
    },
  }
}
