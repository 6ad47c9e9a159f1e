import { LatchkeyError } from '@latchkey/protocol'
import type { Connector, ConnectorInfo, Eip1193Provider } from '../Connector.ts'
import type { Emit, LazyWallet } from './LazyWallet.ts'

type Listener = (value: never) => void

/**
 * Makes the half of an `eip155` connector that loads with the page: who listens, and the way to the half that does the
 * work. Nothing is fetched before the first use.
 *
 * @param options.prepare what must happen within the visitor's click, before any code arrives (a window opens); called
 * without a method for a connect that may ask
 */
export function createLazyConnector<Prepared = undefined>({
  info,
  load,
  prepare,
  switchNetwork,
}: {
  info: ConnectorInfo
  load: (emit: Emit) => Promise<LazyWallet<Prepared>>
  prepare?: (method?: string) => Prepared | undefined
  switchNetwork?: NonNullable<Connector['switchNetwork']>
}): Connector {
  const listeners = new Set<readonly [event: string, listener: Listener]>()
  const add = (event: string, listener: Listener) => {
    const entry = [event, listener] as const
    listeners.add(entry)
    return () => void listeners.delete(entry)
  }
  const emit: Emit = (event, value) => {
    for (const [name, listener] of [...listeners]) if (name === event) (listener as (value: unknown) => void)(value)
  }
  let loading: Promise<LazyWallet<Prepared>> | undefined
  const wallet = () => {
    loading ??= load(emit).catch((cause: unknown) => {
      loading = undefined
      throw new LatchkeyError('network_request_failed', { cause })
    })
    return loading
  }
  const provider: Eip1193Provider = {
    request: async ({ method, params }) => {
      const prepared = prepare?.(method)
      return (await wallet()).request({ method, params, prepared })
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
    info,
    connect: async (options) => {
      const prepared = options.silent ? undefined : prepare?.()
      return (await wallet()).connect({ ...options, prepared })
    },
    disconnect: async () => (await wallet()).disconnect(),
    getProvider: () => provider,
    ...(switchNetwork ? { switchNetwork } : {}),
    subscribe: (listener) => add('connector', listener as Listener),
  }
}
