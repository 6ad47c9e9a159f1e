import type { WagmiProvider } from './WagmiConnector.ts'

/** The connector's provider, and how it tells its listeners something. */
export type ProviderHandle = { provider: WagmiProvider; tell: (event: string, value: unknown) => void }

/**
 * One EIP-1193 provider for whichever wallet is in use. Apps and libraries keep a provider for as long as they like: one that
 * led to a single wallet would ask the wrong one after the visitor chose another.
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
          // An app's own trouble keeps nothing from wagmi and the other listeners.
          const report = globalThis.reportError ?? console.error
          report(error)
        }
    },
  }
}
