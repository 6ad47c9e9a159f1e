import { sessionCalls, sessionLifetimes, WalletConnectError } from '@latchkey/protocol/relay'
import { toSeconds } from '../session/createSessionEngine.ts'
import type { RequestRecord } from '../session/records.ts'
import type { RpcAnswer } from '../session/rpc.ts'
import type { SessionEngine } from '../session/SessionEngine.ts'
import { untilAborted } from '../session/untilAborted.ts'
import { agreesTo } from '../session/validateNamespaces.ts'
import type { AppClient, AppEvent } from './AppClient.ts'

/** How long an answer is kept for repeated calls (milliseconds). */
const answerKept = 300_000
/** A wallet may have decided in the last moment by its clock. Its answer can arrive as long as relays keep it (milliseconds). */
const lateness = sessionCalls.wc_sessionRequest.response.ttl * 1000

type Asked = Omit<Parameters<AppClient['request']>[0], 'signal'>

/** Requests of the app to wallets, until the retention of their answers ends. */
export type Requests = {
  /**
   * Sends a request, or finds the earlier one with the same key.
   * @throws LatchkeyError as `AppClient.request`
   */
  request: (options: Asked & { key: string; signal: AbortSignal | undefined }) => Promise<RpcAnswer>
  takeAnswer: (topic: string, answer: { id: number } & RpcAnswer) => void
  onSessionEnd: (topic: string) => void
  sweep: (time: number) => readonly number[]
}

export function createRequests(engine: () => SessionEngine): Requests {
  const records = () => engine().store.list('requests/') as [string, RequestRecord][]
  const get = (name: string) => engine().store.get(name) as RequestRecord | undefined
  const isOpen = (name: string) => get(name)?.answer === undefined && get(name) !== undefined
  /** Requests that this engine has sent, by name. */
  const sent = new Map<string, ReturnType<SessionEngine['call']>>()
  /** Returns whether the wallet cannot have the request. If a relay may have it, the wallet may still execute it. */
  const isUnsent = (name: string) => sent.get(name)?.isUnsent() ?? false

  /** Drops a request and any later answer to it. */
  const forget = (name: string) => {
    // The visitor must not be asked about it later.
    if (isOpen(name)) sent.get(name)?.cancel()
    sent.delete(name)
    if (isOpen(name)) engine().change({ [name]: undefined })
  }

  const fail = (name: string, error: unknown) => {
    forget(name)
    engine().deferreds.reject(name, error)
  }

  const ask = ({
    topic,
    chainId,
    method,
    params,
    expiry = sessionLifetimes.minimumRequest,
    key,
  }: Asked & { key: string }) => {
    const { call, change, newId, now, requireSession, watch } = engine()
    const { namespaces } = requireSession(topic).session
    if (!agreesTo({ namespaces, chainId, method })) {
      throw new WalletConnectError('session_request_not_allowed', { details: `${method} on ${chainId}` })
    }
    if (!(expiry >= sessionLifetimes.minimumRequest && expiry <= sessionLifetimes.maximumRequest)) {
      throw new WalletConnectError('malformed_request', { field: 'expiry' })
    }
    const id = newId()
    const ttl = Math.floor(expiry)
    const expiryTimestamp = toSeconds(now()) + ttl
    const name = `requests/${id}`
    change({ [name]: { topic, key, expiresAt: expiryTimestamp * 1000 + lateness } satisfies RequestRecord })
    const message = call({
      topic,
      method: 'wc_sessionRequest',
      id,
      ttl,
      params: { request: { method, params: params ?? [], expiryTimestamp }, chainId },
    })
    sent.set(name, message)
    message.taken.then(
      () => engine().tell('event', (): AppEvent => ({ type: 'requestSent', topic, id, idempotencyKey: key })),
      (error) => {
        // Keep waiting if it may have reached a relay: after an error the caller would send the same request twice.
        if (isOpen(name) && isUnsent(name)) fail(name, error)
      },
    )
    watch()
    return name
  }

  return {
    request: async ({ signal, onlyKnown, ...options }) => {
      const known = records().find(([, { key }]) => key === options.key)
      if (!known && onlyKnown) throw new WalletConnectError('session_request_expired')
      const name = known?.[0] ?? ask(options)
      const answered = get(name)?.answer ?? (engine().deferreds.get(name) as Promise<RpcAnswer>)
      return untilAborted(Promise.resolve(answered), signal, () => {
        // A repeated call finds it by its key, so the wallet is not asked twice.
        if (isUnsent(name)) forget(name)
      })
    },
    takeAnswer: (topic, { id, ...answer }) => {
      const { change, deferreds, now, stored } = engine()
      const name = `requests/${id}`
      const record = get(name)
      if (record?.topic !== topic || record.answer) return
      sent.delete(name)
      change({ [name]: { ...record, answer, expiresAt: now() + answerKept } })
      const tell = () => deferreds.resolve(name, answer)
      stored().then(tell, tell)
    },
    onSessionEnd: (topic) => {
      for (const [name, record] of records()) {
        if (record.topic !== topic) continue
        // The wallet may have executed it before the session ended. No answer will come.
        fail(
          name,
          isUnsent(name) ? new WalletConnectError('session_not_found') : new WalletConnectError('wallet_disconnected'),
        )
      }
    },
    sweep: (time) => {
      for (const [name, { expiresAt, answer }] of records()) {
        if (expiresAt > time) continue
        if (answer) engine().change({ [name]: undefined })
        else fail(name, new WalletConnectError('session_request_expired'))
      }
      return records().map(([, { expiresAt }]) => expiresAt)
    },
  }
}
