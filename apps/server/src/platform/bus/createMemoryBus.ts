import type { Bus } from './Bus.ts'

/** Creates a bus inside one process, for a single server and for tests. Delivers asynchronously, as a network would. */
export function createMemoryBus(): Bus {
  const channels = new Map<string, Set<(message: string) => void>>()
  let closed = false

  const refuseIfClosed = () => {
    if (closed) throw new Error('The bus is closed')
  }

  return {
    publish: async (channel, message) => {
      refuseIfClosed()
      setImmediate(() => {
        for (const listener of channels.get(channel) ?? []) listener(message)
      })
    },
    subscribe: async (channel, listener) => {
      refuseIfClosed()
      // Wrap the listener, so that one function can subscribe twice.
      const entry = (message: string) => listener(message)
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners)
      listeners.add(entry)
      return async () => {
        listeners.delete(entry)
        if (listeners.size === 0 && channels.get(channel) === listeners) channels.delete(channel)
      }
    },
    ping: async () => {
      refuseIfClosed()
      return 0
    },
    close: async () => {
      closed = true
      channels.clear()
    },
  }
}
