import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/db/Database.ts'
import type { OnrampProvider } from '../providers/OnrampProvider.ts'
import type { OrderMetrics } from './createOrderMetrics.ts'
import type { Standing, Terms } from './nextState.ts'
import { type OrderNews, orderChannel } from './orderNews.ts'
import { lockOrder, type OrderRow, updateOrder } from './orderStore.ts'
import { accountOf, toOrder } from './toOrder.ts'

/** Changes orders, one transaction each, and tells of it. */
export type OrderChanges = {
  /**
   * @param decide gives the standing that follows; the row is locked meanwhile
   * @param also done in the same transaction, where the standing changed
   * @returns the order as it is then; undefined where there is none
   */
  change: (
    id: string,
    decide: (row: OrderRow, terms: Terms) => Standing,
    also?: (tx: Transaction, row: OrderRow) => Promise<void>,
  ) => Promise<OrderRow | undefined>
  /** Writes where an order is paid. */
  open: (id: string, page: { url: string; reference: string | null }) => Promise<OrderRow>
  tell: (row: OrderRow) => Promise<void>
}

const fields = ['state', 'payment', 'reason', 'refund', 'hash', 'isRehearsal', 'paidAt', 'endedAt'] as const

/** Creates what changes orders. */
export function createOrderChanges({
  context: { bus, clock, database, log },
  providers,
  metrics,
  lease,
}: {
  context: Pick<Context, 'bus' | 'clock' | 'database' | 'log'>
  providers: ReadonlyMap<string, OnrampProvider>
  metrics: OrderMetrics
  /** Milliseconds after which others take the order up where this process died with it. */
  lease: number
}): OrderChanges {
  const tell: OrderChanges['tell'] = async (row) => {
    const order = toOrder(row, providers.get(row.provider)?.info)
    const news: OrderNews = { order, account: accountOf(row) }
    await bus.publish(orderChannel, JSON.stringify(news)).catch((error: unknown) => {
      log.warn({ err: error }, 'A change of an order could not be told of: whoever looks reads it')
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
      // Ids of orders open them to whoever has them: none is logged.
      log.info({ provider: after.provider, state: after.state, reason: after.reason }, 'An order went on')
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
        'A payment was taken back after what was bought had been delivered',
      )
    }
    await tell(after)
    return after
  }

  const open: OrderChanges['open'] = (id, page) =>
    database.transaction(
      async (tx) => {
        const before = await lockOrder(tx, id)
        if (!before) throw new Error('An order is gone while its page was made')
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
