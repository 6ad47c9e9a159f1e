import { tell } from '../../store/Store.ts'
import type { ConnectorEvent, Eip1193Provider } from '../Connector.ts'
import { toRpcError } from './toRpcError.ts'

type Listener = (value: never) => void

/** A request with an optional ID, by which the caller can find its answer after a reload. */
export type NamedRequest = {
  method: string
  params: unknown
  requestId?: string | undefined
  /** Sends no request, and only returns the answer to an earlier one with this ID. */
  onlyKnown?: boolean | undefined
}

/** Emits EIP-1193 events under their names, and connector events under `connector`. */
export type Emit = {
  (event: 'connector', value: ConnectorEvent): void
  (event: 'accountsChanged' | 'chainChanged' | 'connect' | 'disconnect', value: unknown): void
}

/**
 * Creates an EIP-1193 provider from a function that answers requests, with the subscription of its connector.
 *
 * @param options.answer called synchronously, so that it may open a window; its errors get an EIP-1193 code
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
