import { and, count, eq, inArray, isNotNull, min } from 'drizzle-orm'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Context } from '../../platform/context.ts'
import { onrampOrders } from '../schema.ts'
import type { OrderRow } from './orderStore.ts'

/** Counts the outcomes of orders. */
export type OrderMetrics = {
  made: (row: OrderRow) => void
  moved: (row: OrderRow) => void
  /** A payment was reversed after the delivery. */
  lost: (row: OrderRow) => void
}

/** Registers the metrics of orders. */
export function createOrderMetrics({
  context: { clock, database, metrics },
}: {
  context: Pick<Context, 'clock' | 'database' | 'metrics'>
}): OrderMetrics {
  const registers = [metrics]
  const moves = new Counter({
    name: 'latchkey_onramp_orders_total',
    help: 'Orders that came into a state',
    labelNames: ['provider', 'state'] as const,
    registers,
  })
  const seconds = new Histogram({
    name: 'latchkey_onramp_delivery_seconds',
    help: 'Time from paid to delivered',
    labelNames: ['provider'] as const,
    buckets: [1, 2, 5, 10, 20, 30, 60, 120, 300, 900, 3600],
    registers,
  })
  const losses = new Counter({
    name: 'latchkey_onramp_taken_back_total',
    help: 'Payments that were taken back after the delivery',
    labelNames: ['provider'] as const,
    registers,
  })
  new Gauge({
    name: 'latchkey_onramp_open_orders',
    help: 'Orders that are not over, by state',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      const rows = await database
        .select({ state: onrampOrders.state, orders: count() })
        .from(onrampOrders)
        .where(and(isNotNull(onrampOrders.lookAt), inArray(onrampOrders.state, ['created', 'paid', 'delivering'])))
        .groupBy(onrampOrders.state)
        .catch(() => undefined)
      for (const state of ['created', 'paid', 'delivering'] as const) {
        this.set({ state }, rows ? (rows.find((row) => row.state === state)?.orders ?? 0) : Number.NaN)
      }
    },
  })
  const readWaiting = async () => {
    const [row] = await database
      .select({ orders: count(), since: min(onrampOrders.updatedAt) })
      .from(onrampOrders)
      .where(and(isNotNull(onrampOrders.lookAt), eq(onrampOrders.refund, 'pending')))
      .catch(() => [])
    return row
  }
  new Gauge({
    name: 'latchkey_onramp_refunds_waiting',
    help: 'Payments that are to go back and did not yet',
    registers,
    async collect() {
      this.set((await readWaiting())?.orders ?? Number.NaN)
    },
  })
  new Gauge({
    name: 'latchkey_onramp_refund_oldest_seconds',
    help: 'Age of the payment that waits longest to go back; 0 where none does',
    registers,
    async collect() {
      const waiting = await readWaiting()
      const age = waiting?.since ? (clock.now() - waiting.since.getTime()) / 1000 : 0
      this.set(waiting ? age : Number.NaN)
    },
  })

  const labelsOf = ({ provider, state }: OrderRow) => ({ provider, state })
  return {
    made: (row) => moves.inc(labelsOf(row)),
    moved: (row) => {
      moves.inc(labelsOf(row))
      if (row.state !== 'delivered' || !row.paidAt || !row.endedAt) return
      seconds.observe({ provider: row.provider }, (row.endedAt.getTime() - row.paidAt.getTime()) / 1000)
    },
    lost: ({ provider }) => losses.inc({ provider }),
  }
}
