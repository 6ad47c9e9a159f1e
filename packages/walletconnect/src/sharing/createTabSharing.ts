import { WalletConnectError } from '@latchkey/protocol/relay'
import { type CallAnswerer, type CallOutcome, createCallAnswerer } from './createCallAnswerer.ts'
import { fromSharedError, toSharedError } from './sharedError.ts'
import type { TabMessage } from './TabMessage.ts'
import type { SharedClient, TabSharing } from './TabSharing.ts'

/** Milliseconds. */
const limits = {
  /** Time in which an owner must answer. After two failed checks it counts as frozen. */
  answer: 750,
  /** Interval at which a visible tab checks the owner. */
  rounds: 5_000,
}

type Call = Parameters<SharedClient['call']>[0]
type Outstanding = { call: Call; resolve: (result: unknown) => void; reject: (error: unknown) => void }

/**
 * Shares a client between the tabs of an origin with Web Locks and a BroadcastChannel. The tab that holds the lock owns the client;
 * when it ends, the next tab gets the lock. A visible tab steals the lock if the owner does not answer for 1.5 seconds (a page that
 * the system froze). When the old owner wakes, its signal aborts. Its storage refuses writes as soon as the new owner has loaded it
 * (see `createIndexedDbStorage`).
 *
 * Without Web Locks (for example on a page without https) or without a BroadcastChannel, each tab owns its own client. If two such
 * tabs use one storage, it belongs to the tab that started last.
 * @param options.name one for each client of an origin
 * @example createTabSharing({ name: 'latchkey-walletconnect' })
 */
export function createTabSharing({ name }: { name: string }): TabSharing {
  return {
    join: ({ own }) => {
      const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
      // A worker has no page that could be hidden.
      const page = typeof document === 'undefined' ? undefined : document
      const channel = locks && typeof BroadcastChannel !== 'undefined' ? new BroadcastChannel(name) : undefined
      const listeners = new Set<(event: { type: string; data: unknown }) => void>()
      const outstanding = new Map<string, Outstanding>()
      let owned: CallAnswerer | undefined
      let endOwnership = () => {}
      let waiting = new AbortController()
      let isStealing = false
      let patience: unknown
      let left = false

      const post = (message: TabMessage) => {
        if (!left) channel?.postMessage(message)
      }
      const emit = (event: { type: string; data: unknown }) => {
        for (const listener of [...listeners]) listener(event)
      }
      const settle = (id: string, outcome: CallOutcome) => {
        const entry = outstanding.get(id)
        outstanding.delete(id)
        if ('result' in outcome) entry?.resolve(outcome.result)
        else entry?.reject(outcome.error)
      }

      const dispatch = ({ call: { id, method, params, signal } }: Outstanding) => {
        if (owned) owned.call({ id, method, params })
        else post({ type: 'call', id, method, params })
        if (signal?.aborted) abort(id)
        lookAfterOwner()
      }
      const dispatchAll = () => {
        for (const entry of [...outstanding.values()]) dispatch(entry)
      }
      const abort = (id: string) => {
        if (owned) owned.abort(id)
        else post({ type: 'abort', id })
      }

      /** Checks the owner twice, and takes over if it does not answer. */
      const lookAfterOwner = () => {
        if (owned || left || patience !== undefined || page?.visibilityState === 'hidden') return
        ask(() => ask(steal))
      }
      const ask = (orElse: () => void) => {
        post({ type: 'ping' })
        patience = setTimeout(orElse, limits.answer)
      }
      const heardOwner = () => {
        clearTimeout(patience as number | undefined)
        patience = undefined
      }
      const steal = () => {
        patience = undefined
        if (owned || left) return
        isStealing = true
        waiting.abort()
      }

      /** Owns the client until the lock is lost or this tab leaves. */
      const hold = (): Promise<void> => {
        isStealing = false
        heardOwner()
        const ownership = new AbortController()
        const ended = new Promise<void>((resolve) => ownership.signal.addEventListener('abort', () => resolve()))
        endOwnership = () => {
          owned = undefined
          ownership.abort()
        }
        if (left) endOwnership()
        else start(ownership.signal)
        return ended
      }
      const start = (signal: AbortSignal) => {
        owned = createCallAnswerer({
          own,
          signal,
          onAnswer: (id, outcome) => {
            settle(id, outcome)
            const answer = 'result' in outcome ? outcome : { error: toSharedError(outcome.error) }
            post({ type: 'answer', id, answer })
          },
          onEvent: (event) => {
            emit(event)
            post({ type: 'event', event })
          },
        })
        post({ type: 'owner' })
        onOwnerChanged()
      }
      const onOwnerChanged = () => {
        emit({ type: 'ownerChanged', data: undefined })
        dispatchAll()
      }

      const queue = async (manager: LockManager) => {
        while (!left) {
          waiting = new AbortController()
          try {
            await manager.request(name, isStealing ? { steal: true } : { signal: waiting.signal }, hold)
          } catch (error) {
            // Aborted in order to steal, or stolen. Any other error: this page has no locks, as in a sandboxed frame.
            if (!(error instanceof DOMException && error.name === 'AbortError')) await hold()
          }
          endOwnership()
          dispatchAll()
        }
      }

      const onMessage = (message: TabMessage) => {
        if (message.type === 'owner') {
          // A tab that still believes it is the owner was frozen.
          endOwnership()
          heardOwner()
          onOwnerChanged()
        } else if (owned) {
          if (message.type === 'call') owned.call(message)
          else if (message.type === 'abort') owned.abort(message.id)
          if (message.type === 'call' || message.type === 'ping') post({ type: 'pong' })
        } else if (message.type === 'answer') {
          heardOwner()
          const { answer } = message
          settle(message.id, 'result' in answer ? answer : { error: fromSharedError(answer.error) })
        } else if (message.type === 'event') {
          heardOwner()
          emit(message.event)
        } else if (message.type === 'pong') {
          heardOwner()
        }
      }

      let rounds: unknown
      if (locks && channel) {
        channel.onmessage = ({ data }) => onMessage(data)
        rounds = setInterval(lookAfterOwner, limits.rounds)
        page?.addEventListener('visibilitychange', lookAfterOwner)
        void queue(locks)
      } else {
        void hold()
      }

      return {
        call: (call) =>
          new Promise((resolve, reject) => {
            if (left) throw new WalletConnectError('request_aborted')
            const entry = { call, resolve, reject }
            outstanding.set(call.id, entry)
            call.signal?.addEventListener('abort', () => {
              if (outstanding.get(call.id) === entry) abort(call.id)
            })
            dispatch(entry)
          }),
        subscribe: (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        leave: () => {
          if (left) return
          left = true
          clearInterval(rounds as number | undefined)
          heardOwner()
          page?.removeEventListener('visibilitychange', lookAfterOwner)
          endOwnership()
          waiting.abort()
          channel?.close()
          for (const id of [...outstanding.keys()]) settle(id, { error: new WalletConnectError('request_aborted') })
        },
      }
    },
  }
}
