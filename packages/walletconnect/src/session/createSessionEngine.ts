import {
  type SessionMethod,
  sessionCalls,
  sessionLifetimes,
  sessionReasons,
  WalletConnectError,
} from '@latchkey/protocol/relay'
import { createIdSource } from '../crypto/createIdSource.ts'
import { deriveSymKey } from '../crypto/deriveSymKey.ts'
import { openEnvelope } from '../crypto/openEnvelope.ts'
import { sealEnvelope } from '../crypto/sealEnvelope.ts'
import type { InboundMessage } from '../transport/Transport.ts'
import { createDeferreds } from './createDeferreds.ts'
import type { KeyRecord, PairingRecord, SessionRecord } from './records.ts'
import { type RpcAnswer, type RpcRequest, readReason, readRpc } from './rpc.ts'
import type { EngineParts, EngineRole, SessionEngine } from './SessionEngine.ts'

/** Limits for each topic: remembered IDs, and requests kept until the settlement. */
const limits = { handled: 100, early: 20 }
/** Timers stop while a machine sleeps, so the clock is checked this often (milliseconds). */
const longestWait = 60_000

/** The part that app and wallet share: keys, sessions and their ends, messages in both directions, the clock. */
export function createSessionEngine(
  { store, environment, connect, emit }: EngineParts,
  role: EngineRole,
): SessionEngine {
  const { now } = environment
  const newId = createIdSource(environment)
  const deferreds = createDeferreds()
  let stopped = false
  let timer: unknown
  let endWake = () => {}

  const getKey = (topic: string) => store.get(`keys/${topic}`) as KeyRecord | undefined
  const getPairing = (topic: string) => store.get(`pairings/${topic}`) as PairingRecord | undefined
  const getSession = (topic: string) => store.get(`sessions/${topic}`) as SessionRecord | undefined
  // The next write repeats a failed one. Changes are effective in memory, and callers of `stored` see the failure.
  const change = (changes: Readonly<Record<string, unknown>>) => void store.change(changes).catch(() => {})
  const stored = () => store.change({})
  const sessions = () =>
    store
      .list('sessions/')
      .map(([, record]) => (record as SessionRecord).session)
      .reverse()

  const tell = (type: string, data: () => unknown) => {
    const run = () => {
      if (!stopped) emit({ type, data: data() })
    }
    stored().then(run, run)
  }

  const relaysOf = (topic: string) => {
    const relays = getSession(topic)?.session.relays ?? getPairing(topic)?.relays ?? []
    return relays.length ? { relays } : {}
  }

  const call: SessionEngine['call'] = ({ topic, method, params, id = newId(), ttl }) => {
    const { request } = sessionCalls[method]
    return transport.publish({
      topic,
      message: seal(topic, { id, jsonrpc: '2.0', method, params }),
      ...request,
      ttl: ttl ?? request.ttl,
      ...relaysOf(topic),
    })
  }

  const answer: SessionEngine['answer'] = ({ topic, method, id, answer, refusal, envelope }) => {
    const { response, refusal: tags } = sessionCalls[method] as (typeof sessionCalls)['wc_sessionPropose']
    const own = 'error' in answer && refusal && tags
    transport.publish({
      topic,
      message: seal(topic, { id, jsonrpc: '2.0', ...answer }, envelope),
      tag: own ? own[refusal] : response.tag,
      ttl: own ? own.ttl : response.ttl,
      prompt: false,
      ...relaysOf(envelope?.pairingTopic ?? topic),
    })
  }

  const seal = (topic: string, payload: unknown, envelope?: { symKey: string; senderPublicKey: string }) =>
    sealEnvelope({
      symKey: getKey(topic)?.symKey ?? '',
      ...(envelope && { symKey: envelope.symKey, senderPublicKey: envelope.senderPublicKey }),
      text: JSON.stringify(payload),
      randomBytes: environment.randomBytes,
    })

  const forget = (topics: readonly string[]) => {
    change(Object.fromEntries(topics.map((topic) => [`keys/${topic}`, undefined])))
    transport.unsubscribe(topics)
  }

  const listen = (topics: readonly string[]) => transport.subscribe(topics)

  const putSession = (record: SessionRecord) => {
    change({ [`sessions/${record.session.topic}`]: record })
    tell('sessions', sessions)
  }

  const endSession: SessionEngine['endSession'] = (topic, reason, expired = false) => {
    if (!getSession(topic)) return
    change({ [`sessions/${topic}`]: undefined })
    forget([topic])
    tell('sessions', sessions)
    role.onSessionEnd(topic, reason, expired)
  }

  const endPairing = (topic: string) => {
    change({ [`pairings/${topic}`]: undefined })
    // Keys of the pairing that did not become a session.
    const keys = store.list('keys/').map(([key, record]) => [key.slice(5), record as KeyRecord] as const)
    const own = keys.filter(([key, { pairingTopic }]) => pairingTopic === topic && !getSession(key)).map(([key]) => key)
    forget([topic, ...own])
    role.onPairingEnd?.(topic)
  }

  /** Remembers the relays on which the peer was heard. */
  const heard = (topic: string, relayUrl: string) => {
    const record = getSession(topic)
    if (record && !record.session.relays.includes(relayUrl)) {
      const session = { ...record.session, relays: [...record.session.relays, relayUrl] }
      change({ [`sessions/${topic}`]: { ...record, session } })
    }
    const pairing = getPairing(topic)
    if (pairing && !pairing.relays.includes(relayUrl)) {
      change({ [`pairings/${topic}`]: { ...pairing, relays: [...pairing.relays, relayUrl] } })
    }
  }

  const receive = (inbound: InboundMessage): Promise<void> => {
    const { topic } = inbound
    // Reject, so that the message is delivered again to the next engine.
    if (stopped) return Promise.reject(new WalletConnectError('request_aborted'))
    const key = getKey(topic)
    if (!key) return Promise.resolve()
    let sender: string | undefined
    let payload: ReturnType<typeof readRpc>
    try {
      const opened = openEnvelope({
        message: inbound.message,
        keyOf: (publicKey) =>
          publicKey && key.privateKey ? deriveSymKey({ privateKey: key.privateKey, publicKey }) : key.symKey,
      })
      sender = opened.senderPublicKey
      payload = readRpc(opened.text)
    } catch {
      // The seal is not from a holder of the key: the message is useless, now and later.
    }
    change(inbound.receipt)
    if (payload) {
      heard(topic, inbound.relayUrl)
      try {
        if ('method' in payload) take(topic, payload)
        else if (!deferreds.resolve(`ping:${topic}/${payload.id}`, undefined)) role.onAnswer(topic, payload, sender)
      } catch {
        // The peer sent an invalid key. Nothing was changed, and another delivery would not help.
      }
      watch()
    }
    return stored()
  }

  /** Applies a request once. */
  const take = (topic: string, request: RpcRequest) => {
    const { id, method } = request
    const key = getKey(topic)
    if (!key || key.handled?.includes(id)) return
    const session = getSession(topic)
    if (key.peerPublicKey && !session && method !== 'wc_sessionSettle') {
      change({ [`keys/${topic}`]: { ...key, early: [...(key.early ?? []), request].slice(0, limits.early) } })
      return
    }
    change({ [`keys/${topic}`]: { ...key, handled: [...(key.handled ?? []), id].slice(-limits.handled) } })
    const respond = (result: RpcAnswer) =>
      answer({
        topic,
        method: (method in sessionCalls ? method : 'wc_sessionPing') as SessionMethod,
        id,
        answer: result,
      })
    if (method === 'wc_sessionPing' || method === 'wc_pairingPing') respond({ result: true })
    else if (method === 'wc_sessionDelete' && session) {
      respond({ result: true })
      endSession(topic, readReason(request.params))
    } else if (method === 'wc_pairingDelete' && getPairing(topic)) {
      respond({ result: true })
      endPairing(topic)
    } else if (!role.onRequest(topic, request, key)) respond({ error: sessionReasons.unsupportedProtocolMethod })
  }

  const watch = () => {
    environment.clearTimeout(timer)
    if (stopped) return
    const time = now()
    for (const { topic, expiry } of sessions()) if (expiry * 1000 <= time) endSession(topic, undefined, true)
    const moments = [
      ...role.sweep(time),
      ...sessions().map(({ expiry }) => expiry * 1000),
      ...store.list('calls/').map(([key, record]) => {
        const { expiresAt } = record as { expiresAt: number }
        if (expiresAt <= time) change({ [key]: undefined })
        return expiresAt
      }),
    ].filter((moment) => moment > time)
    if (moments.length) timer = environment.setTimeout(watch, Math.min(longestWait, Math.min(...moments) - time))
  }

  const transport = connect({ onMessage: receive, onRelaysChanged: (data) => emit({ type: 'relays', data }) })

  const engine: SessionEngine = {
    store,
    transport,
    environment,
    deferreds,
    newId,
    now,
    call,
    answer,
    stored,
    change,
    tell,
    getKey,
    getPairing,
    getSession,
    requireSession: (topic) => {
      const record = getSession(topic)
      if (!record) throw new WalletConnectError('session_not_found')
      return record
    },
    sessions,
    putSession,
    endSession,
    endPairing,
    forget,
    listen,
    replay: (topic, requests) => {
      for (const request of requests) take(topic, request)
    },
    ping: async (topic) => {
      engine.requireSession(topic)
      const id = newId()
      const pong = deferreds.get(`ping:${topic}/${id}`)
      const late = () => deferreds.reject(`ping:${topic}/${id}`, new WalletConnectError('session_request_expired'))
      const alarm = environment.setTimeout(late, sessionCalls.wc_sessionPing.request.ttl * 1000)
      call({ topic, method: 'wc_sessionPing', params: {}, id })
      try {
        await pong
      } finally {
        environment.clearTimeout(alarm)
      }
    },
    disconnect: async (topic, reason = sessionReasons.userDisconnected) => {
      if (!getSession(topic)) return
      call({ topic, method: 'wc_sessionDelete', params: reason })
      endSession(topic, reason)
      await stored()
    },
    watch,
    start: () => {
      const topics = store.list('keys/').map(([key]) => key.slice(5))
      if (topics.length) void listen(topics)
      endWake = environment.onWake(watch)
      watch()
      tell('sessions', sessions)
    },
    stop: () => {
      stopped = true
      environment.clearTimeout(timer)
      endWake()
      transport.destroy()
    },
  }
  return engine
}

/** Converts milliseconds to seconds. */
export function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}

/** Returns the end of a session that begins now, Unix seconds. */
export function sessionEnd(now: number): number {
  return toSeconds(now) + sessionLifetimes.session
}
