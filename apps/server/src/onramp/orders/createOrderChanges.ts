import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/db/Database.ts'
import type { OnrampProvider } from '../providers/OnrampProvider.ts'
import type { OrderMetrics } from './createOrderMetrics.ts'
import type { Standing, Terms } from './nextState.ts'
import { type OrderNews, orderChannel } from './orderNews.ts'
import { lockOrder, type OrderRow, updateOrder } from './orderStore.ts'
import { accountOf, toOrder } from './toOrder.ts'

/** Changes orders, one transaction each, and publishes the changes. */
export type OrderChanges = {
  /**
   * @param decide returns the next standing; the row is locked meanwhile
   * @param also runs in the same transaction if the standing changed
   * @returns the order afterwards; undefined if there is none
   */
  change: (
    id: string,
    decide: (row: OrderRow, terms: Terms) => Standing,
    also?: (tx: Transaction, row: OrderRow) => Promise<void>,
  ) => Promise<OrderRow | undefined>
  /** Stores the payment page of an order. */
  open: (id: string, page: { url: string; reference: string | null }) => Promise<OrderRow>
  tell: (row: OrderRow) => Promise<void>
}

const fields = ['state', 'payment', 'reason', 'refund', 'hash', 'isRehearsal', 'paidAt', 'endedAt'] as const

export function createOrderChanges({
  context: { bus, clock, database, log },
  providers,
  metrics,
  lease,
}: {
  context: Pick<Context, 'bus' | 'clock' | 'database' | 'log'>
  providers: ReadonlyMap<string, OnrampProvider>
  metrics: OrderMetrics
  /** Milliseconds after which another process takes over the order if this one died. */
  lease: number
}): OrderChanges {
  const tell: OrderChanges['tell'] = async (row) => {
    const order = toOrder(row, providers.get(row.provider)?.info)
    const news: OrderNews = { order, account: accountOf(row) }
    await bus.publish(orderChannel, JSON.stringify(news)).catch((error: unknown) => {
      log.warn({ err: error }, 'Failed to publish an order change, clients see it at their next read')
    })
  }

  const change: OrderChanges['change'] = async (id, decide, also) => {
    const result = await database.transaction(
      async (tx) => {
        const before = await lockOrder(tx, id)
        if (!before) return undefined
        const deliversItself = providers.get(before.provider)?.deliversItself ?? false
        const next = decide(before, { total: before.amounts.paymentTotal, deliversItself })
        if (fields.every((field) => isSame(next[field], before[field]))) return { before, after: before }
        const now = clock.now()
        const times = { updatedAt: new Date(now), lookAt: new Date(now + lease) }
        const after = await updateOrder(tx, before, { ...pick(next), ...times })
        await also?.(tx, after)
        return { before, after }
      },
      { isolationLevel: 'read committed' },
    )
    if (!result) return undefined
    const { before, after } = result
    if (after === before) return after
    if (after.state !== before.state) {
      metrics.moved(after)
      // An order's ID grants access to the order. Never log it.
      log.info({ provider: after.provider, state: after.state, reason: after.reason }, 'Order changed')
    }
    if (
      after.state === 'delivered' &&
      after.refund === 'none' &&
      after.payment !== before.payment &&
      isGoingBack(after)
    ) {
      metrics.lost(after)
      log.error(
        { provider: after.provider, hash: after.hash, payment: after.payment },
        'A payment was taken back after the delivery',
      )
    }
    await tell(after)
    return after
  }

  const open: OrderChanges['open'] = (id, page) =>
    database.transaction(
      async (tx) => {
        const before = await lockOrder(tx, id)
        if (!before) throw new Error('An order was deleted while its page was created')
        return updateOrder(tx, before, page)
      },
      { isolationLevel: 'read committed' },
    )
  return { change, open, tell }
}

function isGoingBack({ payment }: OrderRow): boolean {
  return payment === 'refunding' || payment === 'refunded'
}

function pick(standing: Standing): Standing {
  const { state, payment, reason, refund, hash, isRehearsal, paidAt, endedAt } = standing
  return { state, payment, reason, refund, hash, isRehearsal, paidAt, endedAt }
}

function isSame(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b
}
