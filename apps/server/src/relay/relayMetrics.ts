import { Counter, Gauge, type Registry } from 'prom-client'

/** Counters of the relay. They are plain numbers, because they change with every frame. The metrics read them on each scrape. */
export type RelayCounts = {
  sockets: number
  clients: number
  published: number
  duplicates: number
  delivered: number
  acknowledged: number
  expired: number
  /** Refused calls by the tag of the refusal, and refused connections by the reason. */
  refused: Map<string, number>
}

/** Counts one refusal. */
export function countRefusal(counts: RelayCounts, reason: string): void {
  counts.refused.set(reason, (counts.refused.get(reason) ?? 0) + 1)
}

/**
 * Registers the relay's metrics. None contains a topic, a client id or an address.
 *
 * @param options.waiting messages in the mailboxes; undefined if counting costs too much
 */
export function registerRelayMetrics({
  registry,
  waiting,
}: {
  registry: Registry
  waiting: () => Promise<number | undefined>
}): RelayCounts {
  const counts: RelayCounts = {
    sockets: 0,
    clients: 0,
    published: 0,
    duplicates: 0,
    delivered: 0,
    acknowledged: 0,
    expired: 0,
    refused: new Map(),
  }
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number | undefined | Promise<number | undefined>) =>
    new Gauge({
      name: `latchkey_relay_${name}`,
      help,
      registers,
      async collect() {
        this.set((await read()) ?? Number.NaN)
      },
    })
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name: `latchkey_relay_${name}_total`,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  gauge('sockets', 'Open sockets', () => counts.sockets)
  gauge('clients', 'Client ids with an open socket', () => counts.clients)
  gauge('waiting_messages', 'Messages in the mailboxes; NaN where counting costs too much', () =>
    waiting().catch(() => undefined),
  )
  counter('published', 'Messages taken', () => counts.published)
  counter('duplicates', 'Messages that were there already', () => counts.duplicates)
  counter('delivered', 'Messages sent to a socket or fetched', () => counts.delivered)
  counter('acknowledged', 'Messages that a client has for good', () => counts.acknowledged)
  counter('expired', 'Messages that were not sent because their time was over', () => counts.expired)
  new Counter({
    name: 'latchkey_relay_refused_total',
    help: 'Calls and connections that were refused',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of counts.refused) this.inc({ reason }, count)
    },
  })
  return counts
}
