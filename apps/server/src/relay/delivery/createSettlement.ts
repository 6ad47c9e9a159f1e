import type { Logger } from 'pino'
import { keyOf, type Receipt, type RelayClient } from '../RelayPeer.ts'
import type { RelayStore } from '../RelayStore.ts'
import type { RelayCounts } from '../relayMetrics.ts'

/** Tells the store what clients have for good. */
export type Settlement = {
  /** Settles messages for a client. @throws whatever the store throws; the messages count as not settled then */
  settle: (client: RelayClient, receipts: readonly Receipt[]) => Promise<void>
  /** Likewise for acknowledgements, which nobody answers: what the store did not take is kept and told it later. */
  settleLater: (client: RelayClient, receipts: readonly Receipt[]) => void
  /** Tells the store again what it did not take. */
  retry: () => Promise<void>
  /** A read began; what is settled until it ends may still be in what it brings. */
  beginRead: (client: RelayClient) => void
  endRead: (client: RelayClient) => void
}

/** Receipts that wait for a store that is down; beyond them messages come twice, which clients can tell. */
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
      if (failed > 0) log.warn({ failed }, 'The relay could not settle messages; they are delivered again')
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
