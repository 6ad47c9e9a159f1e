import { tell } from '../../store/Store.ts'
import type { ConnectorEvent, Eip1193Provider } from '../Connector.ts'
import { toRpcError } from './toRpcError.ts'

type Listener = (value: never) => void

/** A request that may have a name of the asker's, by which its answer is found again after a reload. */
export type NamedRequest = {
  method: string
  params: unknown
  requestId?: string | undefined
  /** Nobody is asked: the answer to what was asked under that name is wanted. */
  onlyKnown?: boolean | undefined
}

/** Tells whoever listens: EIP-1193's events under their own names, the connector's under `connector`. */
export type Emit = {
  (event: 'connector', value: ConnectorEvent): void
  (event: 'accountsChanged' | 'chainChanged' | 'connect' | 'disconnect', value: unknown): void
}

/**
 * Makes an EIP-1193 provider of a function that answers requests, and what its connector's listeners hang on.
 *
 * @param options.answer called within the caller's own turn, so that a window may open; what it throws is given its number
 */
export function createProvider({ answer }: { answer: (request: NamedRequest) => Promise<unknown> }): {
  provider: Eip1193Provider
  emit: Emit
  subscribe: (listener: (event: ConnectorEvent) => void) => () => void
} {
  const listeners = new Set<readonly [event: string, listener: Listener]>()
  const add = (event: string, listener: Listener) => {
    const entry = [event, listener] as const
    listeners.add(entry)
    return () => void listeners.delete(entry)
  }
  const provider: Eip1193Provider = {
    request: async ({ method, params, requestId, onlyKnown }: Partial<NamedRequest> & { method: string }) => {
      try {
        return await answer({ method, params, requestId, onlyKnown })
      } catch (error) {
        throw toRpcError(error)
      }
    },
    on: (event, listener) => {
      add(event, listener)
      return provider
    },
    removeListener: (event, listener) => {
      for (const entry of listeners) if (entry[0] === event && entry[1] === listener) listeners.delete(entry)
      return provider
    },
  }
  return {
    provider,
    emit: (event: string, value: unknown) => {
      const named = [...listeners].filter(([name]) => name === event)
      tell(
        named.map(([, listener]) => listener as (value: unknown) => void),
        value,
      )
    },
    subscribe: (listener) => add('connector', listener),
  }
}
