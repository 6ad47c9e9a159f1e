import type { WagmiProvider } from './WagmiConnector.ts'

/** The connector's provider, and a function that sends events to its listeners. */
export type ProviderHandle = { provider: WagmiProvider; tell: (event: string, value: unknown) => void }

/**
 * Creates one EIP-1193 provider for the active wallet. Apps and libraries keep a provider for any time. A provider of a single wallet would
 * ask the wrong one after the visitor has chosen another.
 */
export function createProvider({ request }: Pick<WagmiProvider, 'request'>): ProviderHandle {
  const listeners = new Map<string, Set<(value: never) => void>>()
  const provider: WagmiProvider = {
    request,
    on: (event, listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener: (event, listener) => {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  return {
    provider,
    tell: (event, value) => {
      for (const listener of [...(listeners.get(event) ?? [])])
        try {
          listener(value as never)
        } catch (error) {
          // A listener of the app that throws must not affect wagmi and the other listeners.
          const report = globalThis.reportError ?? console.error
          report(error)
        }
    },
  }
}
