import { type SessionReason, sessionLifetimes, sessionReasons, WalletConnectError } from '@latchkey/protocol/relay'
import type { PeerMetadata } from '../ClientParameters.ts'
import { createKeyPair } from '../crypto/createKeyPair.ts'
import { deriveSymKey } from '../crypto/deriveSymKey.ts'
import { parsePairingUri } from '../crypto/pairingUri.ts'
import { topicOf } from '../crypto/topicOf.ts'
import type { Cacao } from '../session/Authentication.ts'
import { type CallOptions, createCalls, type EngineCalls } from '../session/createCalls.ts'
import { createSessionEngine, sessionEnd } from '../session/createSessionEngine.ts'
import { toSessionNamespaces } from '../session/readAuthentication.ts'
import type { PairingRecord, PendingRecord } from '../session/records.ts'
import type { RpcAnswer } from '../session/rpc.ts'
import type { ProposalNamespaces, Session, SessionNamespaces } from '../session/Session.ts'
import type { EngineParts, SessionEngine } from '../session/SessionEngine.ts'
import { agreesTo, findSettlementIssue } from '../session/validateNamespaces.ts'
import { createPending } from './createPending.ts'
import type { WalletEvent } from './WalletClient.ts'

/** The wallet's role in the protocol: accepts codes, keeps requests for the visitor, and answers each once. */
export function createWalletEngine({
  metadata,
  shared,
  signsIn,
  ...parts
}: EngineParts & { metadata: PeerMetadata; shared: boolean; signsIn: boolean }): EngineCalls {
  const pending = createPending(() => engine, signsIn)
  const engine: SessionEngine = createSessionEngine(parts, {
    onRequest: pending.takeRequest,
    onAnswer: (topic, answer) => {
      const record = engine.getSession(topic)
      // The app refused the settlement.
      if (record && record.settlementId === answer.id && 'error' in answer) engine.endSession(topic, answer.error)
    },
    sweep: (time) => {
      const ends = (parts.store.list('pairings/') as [string, PairingRecord][]).map(([key, { expiresAt }]) => {
        if (expiresAt <= time) engine.endPairing(key.slice('pairings/'.length))
        return expiresAt
      })
      return [...ends, ...pending.sweep(time)]
    },
    onSessionEnd: (topic, reason) => {
      pending.drop((record) => record.topic === topic)
      engine.tell('event', () => ({ type: 'sessionDeleted', topic, reason }) satisfies WalletEvent)
    },
    onPairingEnd: (topic) => pending.drop((record) => record.topic === topic),
  })
  const { answer, call, change, newId, now, requireSession, stored } = engine

  const pair = async (uri: string) => {
    const { topic, symKey, expiryTimestamp = Number.POSITIVE_INFINITY, methods = [] } = parsePairingUri(uri)
    const expiresAt = Math.min(now() + sessionLifetimes.pairing * 1000, expiryTimestamp * 1000)
    if (expiresAt <= now()) throw new WalletConnectError('pairing_expired')
    const known = engine.getKey(topic)
    // The code chooses its topic, which must not collide with a session or another code.
    if (known && (known.symKey !== symKey || !engine.getPairing(topic))) {
      throw new WalletConnectError('pairing_uri_invalid', { details: 'Its topic is already in use' })
    }
    if (!known) {
      const announcesSignIn =
        signsIn && methods.includes('wc_sessionAuthenticate') && !methods.includes('wc_sessionPropose')
      change({
        [`keys/${topic}`]: { symKey },
        [`pairings/${topic}`]: { uri, expiresAt, relays: [], announcesSignIn } satisfies PairingRecord,
      })
      engine.watch()
    }
    try {
      await engine.listen([topic])
    } catch (error) {
      // Nothing arrived yet: the visitor tries the code again.
      if (!engine.getPairing(topic)?.relays.length) engine.endPairing(topic)
      throw error
    }
    await stored()
  }

  /** Creates the wallet's keys for the answer to a proposal. */
  const agree = ({ peerPublicKey = '', topic: pairingTopic }: PendingRecord) => {
    const { privateKey, publicKey } = createKeyPair(parts.environment)
    return { symKey: deriveSymKey({ privateKey, publicKey: peerPublicKey }), senderPublicKey: publicKey, pairingTopic }
  }

  /** Creates a session from a decision. */
  const begin = (
    { topic: pairingTopic, entry, peerPublicKey = '' }: PendingRecord,
    symKey: string,
    { settlementId, ...agreed }: Pick<Session, 'namespaces' | 'sessionProperties'> & { settlementId?: number },
  ): Session => {
    const topic = topicOf(symKey)
    const asked = entry.kind === 'proposal' ? entry : undefined
    const session: Session = {
      topic,
      pairingTopic,
      peer: entry.peer,
      peerPublicKey,
      controller: 'wallet',
      requiredNamespaces: asked?.requiredNamespaces ?? {},
      optionalNamespaces: asked?.optionalNamespaces ?? {},
      ...agreed,
      expiry: sessionEnd(now()),
      relays: engine.getPairing(pairingTopic)?.relays ?? [],
    }
    change({ [`keys/${topic}`]: { symKey } })
    engine.putSession({ session, ...(settlementId && { settlementId }) })
    void engine.listen([topic])
    engine.watch()
    return session
  }

  /** The code has served its purpose: its other requests end. */
  const endCode = (pairingTopic: string) => pending.drop(({ topic }) => topic === pairingTopic)

  const checkNamespaces = (namespaces: SessionNamespaces, required: ProposalNamespaces) => {
    const issue = findSettlementIssue({ namespaces, required })
    if (issue) throw new WalletConnectError('session_namespaces_invalid', { details: issue.message })
  }

  type Approved = { id: number; namespaces: SessionNamespaces; sessionProperties?: Record<string, string> }
  const approve = ({ id, namespaces, sessionProperties }: Approved) => {
    const record = pending.require(id, 'proposal')
    const { requiredNamespaces, optionalNamespaces } = record.entry
    checkNamespaces(namespaces, requiredNamespaces)
    const { symKey, senderPublicKey: publicKey } = agree(record)
    const settlementId = newId()
    const agreed = { namespaces, ...(sessionProperties && { sessionProperties }) }
    const session = begin(record, symKey, { ...agreed, settlementId })
    const relay = { protocol: 'irn' }
    const result = { relay, responderPublicKey: publicKey }
    answer({ topic: record.topic, method: 'wc_sessionPropose', id, answer: { result } })
    call({
      topic: session.topic,
      method: 'wc_sessionSettle',
      id: settlementId,
      params: {
        relay,
        controller: { publicKey, metadata },
        requiredNamespaces,
        optionalNamespaces,
        ...agreed,
        expiry: session.expiry,
      },
    })
    endCode(record.topic)
    return session
  }

  const answerSignIn = (record: PendingRecord, envelope: ReturnType<typeof agree>, content: RpcAnswer) =>
    answer({
      topic: topicOf(record.peerPublicKey ?? ''),
      method: 'wc_sessionAuthenticate',
      id: record.entry.id,
      answer: content,
      envelope,
      refusal: 'rejected',
    })

  const authenticate = ({ id, authentications }: { id: number; authentications: readonly Cacao[] }) => {
    const record = pending.require(id, 'authentication')
    const namespaces = toSessionNamespaces(authentications)
    const keys = agree(record)
    const responder = { publicKey: keys.senderPublicKey, metadata }
    answerSignIn(record, keys, { result: { cacaos: authentications, responder } })
    const session = namespaces && begin(record, keys.symKey, { namespaces })
    endCode(record.topic)
    return session
  }

  const reject = ({ id, reason: error = sessionReasons.userRejected }: { id: number; reason?: SessionReason }) => {
    const record = pending.require(id, 'proposal', 'authentication', 'request')
    const { entry, topic } = record
    if (entry.kind === 'request') return respond({ id, error })
    if (entry.kind === 'proposal') {
      answer({ topic, method: 'wc_sessionPropose', id, answer: { error }, refusal: 'rejected' })
    } else {
      answerSignIn(record, agree(record), { error })
      if (error.code === sessionReasons.unsupportedProtocolMethod.code) {
        pending.drop((other) => other.entry.id === id)
        return pending.reveal(topic)
      }
    }
    endCode(topic)
  }

  const respond = ({ id, result = null, error }: { id: number; result?: unknown; error?: SessionReason }) => {
    const { topic } = pending.require(id, 'request')
    answer({ topic, method: 'wc_sessionRequest', id, answer: error ? { error } : { result } })
    pending.drop(({ entry }) => entry.id === id)
  }

  const update = ({ topic, namespaces }: { topic: string; namespaces: SessionNamespaces }) => {
    const record = requireSession(topic)
    checkNamespaces(namespaces, record.session.requiredNamespaces)
    engine.putSession({ ...record, session: { ...record.session, namespaces } })
    call({ topic, method: 'wc_sessionUpdate', params: { namespaces } })
    // Refuse requests for accounts and methods that are no longer shared.
    for (const [, { entry }] of pending.records()) {
      if (entry.kind === 'request' && entry.topic === topic && !agreesTo({ ...entry, namespaces })) {
        respond({ id: entry.id, error: sessionReasons.unauthorizedMethod })
      }
    }
  }

  const extend = ({ topic }: { topic: string }) => {
    const record = requireSession(topic)
    const expiry = sessionEnd(now())
    engine.putSession({ ...record, session: { ...record.session, expiry } })
    call({ topic, method: 'wc_sessionExtend', params: { expiry } })
  }

  type Emitted = { topic: string; chainId: string; name: string; data: unknown }
  const emit = ({ topic, chainId, name, data }: Emitted) => {
    const { namespaces } = requireSession(topic).session
    if (!agreesTo({ namespaces, chainId, event: name })) {
      throw new WalletConnectError('session_request_not_allowed', { details: `${name} on ${chainId}` })
    }
    call({ topic, method: 'wc_sessionEvent', params: { event: { name, data }, chainId } })
  }

  /** Runs a call once, and resolves after storage has its effect. */
  const effect =
    (run: (params: never) => unknown) =>
    (params: unknown, { once }: CallOptions) =>
      once(async (keep) => {
        const result = run(params as never) ?? null
        keep(result)
        await stored()
        return result
      })

  return createCalls({
    engine,
    shared,
    methods: {
      snapshot: async () => ({
        sessions: engine.sessions(),
        relays: engine.transport.relays(),
        pending: pending.list(),
      }),
      pair: ({ uri }) => pair(uri as string),
      approve: effect(approve),
      authenticate: effect(authenticate),
      reject: effect(reject),
      respond: effect(respond),
      update: effect(update),
      extend: effect(extend),
      emit: effect(emit),
      ping: ({ topic }) => engine.ping(topic as string),
      disconnect: ({ topic, reason }) => engine.disconnect(topic as string, reason as SessionReason | undefined),
    },
  })
}
