import { CodedError, type LatchkeyError } from '@latchkey/protocol'
import { WalletConnectError } from '@latchkey/protocol/relay'
import { bytesToHex } from '@noble/hashes/utils'
import type { ClientParameters } from '../ClientParameters.ts'
import { createClientEnvironment } from '../createClientEnvironment.ts'
import type { SharedClient } from '../sharing/TabSharing.ts'
import { createClientStore } from '../storage/createClientStore.ts'
import { createMemoryStorage } from '../storage/createMemoryStorage.ts'
import { createTransport } from '../transport/createTransport.ts'
import type { RelayStatus } from '../transport/Transport.ts'
import type { EngineCalls } from './createCalls.ts'
import { dropUnreadable } from './dropUnreadable.ts'
import type { EngineParts } from './SessionEngine.ts'
import { untilAborted } from './untilAborted.ts'

/** What a client shows without asking: the last that the engine told of each. */
export type Snapshot = { relays: readonly RelayStatus[] } & Readonly<Record<string, unknown>>

/** The half of a client that every tab has; the engine is in this tab or in another. */
export type ClientFront = {
  ready: () => Promise<void>
  call: (method: string, params?: unknown, signal?: AbortSignal) => Promise<unknown>
  /** The list that was told last of a name; before that an empty one, and relays that nobody needs. */
  last: (name: string) => unknown
  subscribe: (listener: (event: { type: string; data: unknown }) => void) => () => void
  destroy: () => void
}

/**
 * Starts an engine in this tab, or joins that of another; nothing is touched before the first call.
 * @param options.start makes the engine
 */
export function createClientFront({
  parameters: { relays, storage, sharing, environment: given },
  start,
  connect = createTransport,
}: {
  parameters: ClientParameters
  start: (parts: EngineParts & { shared: boolean }) => EngineCalls
  /** Makes the transport; a test has its own. */
  connect?: typeof createTransport
}): ClientFront {
  const listeners = new Set<(event: { type: string; data: unknown }) => void>()
  const latest = new Map<string, unknown>()
  const closing = new AbortController()
  let joined: { client: Promise<SharedClient>; leave: () => void } | undefined
  let prepared: Promise<void> | undefined
  let randomBytes: ((length: number) => Uint8Array) | undefined

  const environmentOf = () => given ?? createClientEnvironment()

  /** Runs the engine here, until the signal aborts. */
  const own = async (signal: AbortSignal): Promise<SharedClient> => {
    const environment = environmentOf()
    const ownStorage = storage ?? createMemoryStorage()
    const store = await createClientStore({ storage: ownStorage, signal })
    dropUnreadable(store)
    const told = new Set<(event: { type: string; data: unknown }) => void>()
    const engine = start({
      store,
      environment,
      emit: (event) => {
        for (const listener of [...told]) listener(event)
      },
      connect: (listener) => connect({ relays, store, environment, signal, ...listener }),
      shared: sharing !== undefined,
    })
    const stop = () => {
      engine.stop()
      ownStorage.close?.()
    }
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    let started = false
    return {
      call: engine.call,
      subscribe: (listener) => {
        told.add(listener)
        // What it tells at the start must find somebody.
        if (!started && !signal.aborted) engine.start()
        started = true
        return () => told.delete(listener)
      },
    }
  }

  const refresh = async () => {
    // What is told meanwhile is newer than the snapshot, or followed by what is.
    const heard = new Set<string>()
    const hear = ({ type }: { type: string }) => heard.add(type)
    listeners.add(hear)
    try {
      const snapshot = (await call('snapshot')) as Snapshot
      for (const [type, data] of Object.entries(snapshot)) if (!heard.has(type)) take({ type, data })
    } finally {
      listeners.delete(hear)
    }
  }

  const take = (event: { type: string; data: unknown }) => {
    // Another tab has the engine now: what it told before this one listened is asked for.
    if (event.type === 'ownerChanged') void refresh().catch(() => {})
    latest.set(event.type, event.data)
    for (const listener of [...listeners]) {
      try {
        listener(event)
      } catch (error) {
        // One listener's failure is its own: the others hear, and the platform reports it.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }

  const join = () => {
    if (!joined) {
      const shared = sharing?.join({ own })
      joined = {
        client: shared ? Promise.resolve(shared) : own(closing.signal),
        leave: () => shared?.leave(),
      }
      joined.client.then((client) => client.subscribe(take)).catch(() => {})
    }
    return joined.client
  }

  const ask: ClientFront['call'] = async (method, params, signal) => {
    const client = await join()
    randomBytes ??= environmentOf().randomBytes
    const id = bytesToHex(randomBytes(16))
    return client.call({ id, method, params, ...(signal && { signal }) })
  }

  const call: ClientFront['call'] = async (method, params, signal) => {
    try {
      return await untilAborted(ask(method, params, signal), closing.signal, () => {}, closed)
    } catch (error) {
      // A storage has errors of its own.
      throw error instanceof CodedError ? error : new WalletConnectError('internal', { cause: error })
    }
  }

  const front: ClientFront = {
    ready: () => {
      // Storage that could not be read may be there the next time.
      prepared ??= refresh().catch((error) => {
        prepared = undefined
        if (!sharing) joined = undefined
        throw error
      })
      return prepared
    },
    call: async (...parameters) => {
      await front.ready()
      return call(...parameters)
    },
    last: (name) => latest.get(name) ?? (name === 'relays' ? relays.map(({ url }) => ({ url, status: 'idle' })) : []),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    destroy: () => {
      closing.abort()
      joined?.leave()
      listeners.clear()
    },
  }
  return front
}

function closed(): LatchkeyError {
  return new WalletConnectError('request_aborted', { details: 'The client was destroyed' })
}
