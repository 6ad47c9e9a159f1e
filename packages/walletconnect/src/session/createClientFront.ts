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

/** State that a client shows synchronously: the last event of each type. */
export type Snapshot = { relays: readonly RelayStatus[] } & Readonly<Record<string, unknown>>

/** The half of a client that each tab has. The engine runs in this tab or in another. */
export type ClientFront = {
  ready: () => Promise<void>
  call: (method: string, params?: unknown, signal?: AbortSignal) => Promise<unknown>
  /** The last value of an event type. Initially an empty list, and idle relays. */
  last: (name: string) => unknown
  subscribe: (listener: (event: { type: string; data: unknown }) => void) => () => void
  destroy: () => void
}

/**
 * Starts an engine in this tab, or joins the one of another tab. Touches nothing before the first call.
 * @param options.start creates the engine
 */
export function createClientFront({
  parameters: { relays, storage, sharing, environment: given },
  start,
  connect = createTransport,
}: {
  parameters: ClientParameters
  start: (parts: EngineParts & { shared: boolean }) => EngineCalls
  /** Creates the transport; tests pass their own. */
  connect?: typeof createTransport
}): ClientFront {
  const listeners = new Set<(event: { type: string; data: unknown }) => void>()
  const latest = new Map<string, unknown>()
  const closing = new AbortController()
  let joined: { client: Promise<SharedClient>; leave: () => void } | undefined
  let prepared: Promise<void> | undefined
  let randomBytes: ((length: number) => Uint8Array) | undefined

  const environmentOf = () => given ?? createClientEnvironment()

  /** Runs the engine in this tab until the signal aborts. */
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
        // Start after subscribing, so that the first events are not lost.
        if (!started && !signal.aborted) engine.start()
        started = true
        return () => told.delete(listener)
      },
    }
  }

  const refresh = async () => {
    // Events during the call are newer than the snapshot, or newer events follow them.
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
    // Another tab owns the engine now: fetch the state from before this tab listened.
    if (event.type === 'ownerChanged') void refresh().catch(() => {})
    latest.set(event.type, event.data)
    for (const listener of [...listeners]) {
      try {
        listener(event)
      } catch (error) {
        // A failing listener does not stop the others; the platform reports its error.
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
      // Storage throws its own errors.
      throw error instanceof CodedError ? error : new WalletConnectError('internal', { cause: error })
    }
  }

  const front: ClientFront = {
    ready: () => {
      // Unreadable storage may be readable at the next attempt.
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
