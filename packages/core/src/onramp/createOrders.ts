import { LatchkeyError, toTopic } from '@latchkey/protocol'
import { getOnrampOrder, type Order } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { TimerId } from '../environment/Environment.ts'
import type { OnrampParameters } from './createOnramp.ts'
import type { OnrampClient } from './createOnrampClient.ts'
import { createOrderLedger } from './createOrderLedger.ts'
import { isPaymentUrl } from './isPaymentUrl.ts'
import type { OnrampOrder } from './OnrampFeature.ts'
import { isOver, type OrderRecord } from './orderRecord.ts'

/** Milliseconds between two reads of an order without the event stream: the first pause, which doubles, and the longest. */
const pollPauses = { first: 2_000, longest: 30_000 }

/** The orders of this browser, stored and followed. */
export type Orders = {
  /** Stores a new order with its payment URL. */
  add: (record: { id: string; address: string; url: string }) => void
  /** Returns a visible order. */
  get: (id: string) => OnrampOrder | undefined
  /** Returns the payment URL that the server gave in this visit. */
  urlOf: (id: string) => string | undefined
  /** Applies an update of an order. */
  take: (order: Order) => void
  /** Reads an order again. Never throws; an order that cannot be read is stale. */
  read: (id: string) => Promise<void>
  follow: (id: string) => () => void
  remove: (id: string) => void
  /** Removes an order that ended, or that the server does not know. */
  dismiss: (id: string) => void
  destroy: () => void
}

/** Creates the list of orders of the connected accounts. It follows open orders and reports their results. */
export function createOrders({
  context: { config, environment, report },
  connection,
  realtime,
  balances,
  activity,
  recordKey,
  client,
  set,
}: Pick<OnrampParameters, 'context' | 'connection' | 'realtime' | 'balances' | 'activity' | 'recordKey'> & {
  client: OnrampClient
  set: (orders: readonly OnrampOrder[]) => void
}): Orders {
  const apiUrl = config.apiUrl.replace(/\/+$/, '')
  /** By ID: orders whose last read failed, orders that the server does not know, and payment URLs. */
  const stale = new Set<string>()
  const unknown = new Set<string>()
  const urls = new Map<string, string | null>()
  /** The last seen state of each order. */
  const states = new Map<string, Order['state'] | undefined>()
  /** Stop functions by order ID. */
  const followed = new Map<string, () => void>()
  const reading = new Map<string, Promise<void>>()
  const again = new Set<string>()
  let shownText = '[]'
  let poll: TimerId | undefined
  let pause = pollPauses.first
  let isDestroyed = false

  const isShown = (record: OrderRecord) =>
    record.projectId === config.projectId &&
    record.apiUrl === apiUrl &&
    connection
      .getState()
      .connections.some(({ account }) =>
        account.allAccounts.some(({ address }) => address.toLowerCase() === record.address.toLowerCase()),
      )
  const shown = () => ledger.all().filter(isShown)
  const toOnrampOrder = ({ id, order }: OrderRecord): OnrampOrder => ({
    ...{ id, order: order && { ...order, url: urls.get(id) ?? null }, isStale: stale.has(id) },
  })

  const publish = () => {
    if (isDestroyed) return
    const records = [...shown()].reverse().sort((a, b) => b.startedAt - a.startedAt)
    const orders = records.map(toOnrampOrder)
    const text = JSON.stringify(orders)
    if (text !== shownText) {
      shownText = text
      set(orders)
    }
    for (const record of records) {
      tellOf(record)
      if (!isOver(record) && !followed.has(record.id)) followed.set(record.id, attend(record.id))
    }
    for (const [id, stop] of followed)
      if (!records.some((record) => record.id === id && !isOver(record))) {
        followed.delete(id)
        stop()
      }
    schedule()
  }
  /** Reports a delivery. */
  const tellOf = ({ id, order }: OrderRecord) => {
    const before = states.get(id)
    const isKnown = states.has(id)
    states.set(id, order?.state)
    if (!isKnown || before === 'delivered' || order?.state !== 'delivered') return
    report({ type: 'purchaseDelivered', provider: order.provider.id, chainId: order.network })
    void balances.refresh({ force: true })
    void activity.refresh()
  }
  const attend = (id: string) => {
    const stop = realtime.follow({
      topic: toTopic('order', id),
      onEvent: (event) => {
        if (event.kind === 'order' && event.order.id === id) take(event.order)
      },
      onResync: () => void read(id),
    })
    void read(id)
    return stop
  }
  const take = (order: Order) => {
    const { id } = order
    const before = ledger.get(id)
    if (!before) return
    // A late answer must not overwrite a newer one.
    if (before.order && Date.parse(order.updatedAt) < Date.parse(before.order.updatedAt)) return
    stale.delete(id)
    unknown.delete(id)
    urls.set(id, order.url !== null && isPaymentUrl(order.url) ? order.url : null)
    pause = pollPauses.first
    const text = JSON.stringify({ ...order, url: null })
    if (JSON.stringify({ ...before.order, url: null }) === text) publish()
    else ledger.change((all) => all.map((one) => (one.id === id ? { ...one, order } : one)))
  }
  const ask = async (id: string) => {
    try {
      const { data } = await client.request(getOnrampOrder, { params: { id }, fresh: true })
      if (data.id !== id) throw new ServiceError('response_invalid')
      take(data)
    } catch (error) {
      const isUnknown = error instanceof LatchkeyError && error.code === 'onramp_order_not_found'
      const order = ledger.get(id)?.order
      // If money has moved, the visitor's record stays, whatever the server answers.
      if (isUnknown && (!order || ['waiting', 'declined', 'ended'].includes(order.payment))) return remove(id)
      if (isUnknown) unknown.add(id)
      stale.add(id)
      publish()
    }
  }
  const read = (id: string): Promise<void> => {
    const open = reading.get(id)
    if (open) {
      // The running read may have started before the new caller's state, so it is repeated.
      again.add(id)
      return open
    }
    const asked = (async () => {
      do {
        again.delete(id)
        await ask(id)
      } while (again.has(id) && !isDestroyed)
    })().finally(() => reading.delete(id))
    reading.set(id, asked)
    return asked
  }
  const readAll = () => {
    for (const id of followed.keys()) void read(id)
  }
  const isDown = () => realtime.getState().status !== 'live'
  const schedule = () => {
    if (followed.size === 0) {
      environment.clearTimeout(poll)
      poll = undefined
    } else
      poll ??= environment.setTimeout(() => {
        poll = undefined
        pause = isDown() ? Math.min(pollPauses.longest, pause * 2) : pollPauses.first
        if (isDown() && environment.isVisible()) readAll()
        schedule()
      }, pause)
  }
  const remove = (id: string) => {
    for (const known of [stale, unknown, urls, states]) known.delete(id)
    ledger.change((all) => (all.some((one) => one.id === id) ? all.filter((one) => one.id !== id) : all))
  }
  /** A hidden page may have missed events. */
  const onVisible = () => {
    if (environment.isVisible()) readAll()
  }

  const ledger = createOrderLedger({ environment, recordKey, onChange: publish })
  const page = environment.page()
  page?.addEventListener('visibilitychange', onVisible)
  const stops = [
    connection.subscribe(publish),
    // The stream becomes `live` on each connection, and also for another set of topics. Earlier changes have to be read.
    realtime.subscribe(({ status }) => {
      if (status === 'live') readAll()
    }),
    () => page?.removeEventListener('visibilitychange', onVisible),
    ledger.destroy,
  ]
  publish()

  return {
    add: ({ id, address, url }) => {
      urls.set(id, url)
      const { projectId } = config
      ledger.change((all) =>
        all.some((one) => one.id === id)
          ? all
          : [...all, { id, projectId, apiUrl, address, startedAt: environment.now() }],
      )
    },
    get: (id) => {
      const record = shown().find((one) => one.id === id)
      return record && toOnrampOrder(record)
    },
    urlOf: (id) => urls.get(id) ?? undefined,
    take,
    read,
    follow: (id) => {
      const record = ledger.get(id)
      if (record && isShown(record)) void read(id)
      return () => {}
    },
    remove,
    dismiss: (id) => {
      const record = ledger.get(id)
      if (record && (isOver(record) || unknown.has(id))) remove(id)
    },
    destroy: () => {
      isDestroyed = true
      environment.clearTimeout(poll)
      for (const stop of stops) stop()
      for (const stop of followed.values()) stop()
      followed.clear()
    },
  }
}
