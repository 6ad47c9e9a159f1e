import type { Clock } from '../../platform/clock/Clock.ts'
import type { MailboxLimits, RelayStore } from '../RelayStore.ts'
import { createMailboxes } from './createMailboxes.ts'
import { notReady } from './notReady.ts'

/**
 * Creates mailboxes in the memory of this process, for tests, benchmarks and demos. Waiting messages are lost with the process.
 *
 * @example const store = createMemoryRelayStore({ limits: config.relay.limits, clock })
 */
export function createMemoryRelayStore({ limits, clock }: { limits: MailboxLimits; clock: Clock }): RelayStore {
  const mailboxes = createMailboxes({ limits, clock })
  const watched = new Set<string>()
  let onMessage: Parameters<RelayStore['listen']>[0]['onMessage'] = () => {}
  let closed = false

  const refuseIfClosed = () => {
    if (closed) throw notReady()
  }

  return {
    publish: async (message) => {
      refuseIfClosed()
      const { outcome, letter } = mailboxes.publish(message)
      if (letter?.message && watched.has(letter.topic)) onMessage(letter.message)
      return outcome
    },
    subscribe: async (options) => {
      refuseIfClosed()
      return mailboxes.subscribe(options)
    },
    unsubscribe: async (options) => {
      refuseIfClosed()
      mailboxes.unsubscribe(options)
    },
    read: async (options) => {
      refuseIfClosed()
      return mailboxes.read(options).flatMap(({ message }) => message ?? [])
    },
    acknowledge: async (options) => {
      refuseIfClosed()
      mailboxes.acknowledge(options)
    },
    watch: async (topics) => {
      refuseIfClosed()
      for (const topic of topics) watched.add(topic)
    },
    unwatch: (topics) => {
      for (const topic of topics) watched.delete(topic)
    },
    listen: (listeners) => {
      onMessage = listeners.onMessage
    },
    size: async () => {
      refuseIfClosed()
      return mailboxes.size()
    },
    ping: async () => {
      refuseIfClosed()
      return 0
    },
    close: async () => {
      closed = true
      watched.clear()
      mailboxes.clear()
    },
  }
}
