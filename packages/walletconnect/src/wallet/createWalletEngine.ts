import {
  type SessionReason,
  sessionCalls,
  sessionLifetimes,
  sessionReasons,
  WalletConnectError,
} from '@latchkey/protocol/relay'
import type { PeerMetadata } from '../ClientParameters.ts'
import { createKeyPair } from '../crypto/createKeyPair.ts'
import { deriveSymKey } from '../crypto/deriveSymKey.ts'
import { parsePairingUri } from '../crypto/pairingUri.ts'
import { topicOf } from '../crypto/topicOf.ts'
import type { Cacao } from '../session/Authentication.ts'
import { createCalls, type EngineCalls } from '../session/createCalls.ts'
import { createSessionEngine, sessionEnd, toSeconds } from '../session/createSessionEngine.ts'
import { readAuthPayload, toSessionNamespaces } from '../session/readAuthentication.ts'
import type { PairingRecord, PendingRecord } from '../session/records.ts'
import { asRecord, type RpcAnswer, type RpcRequest, readParticipant } from '../session/rpc.ts'
import type { ProposalNamespaces, Session, SessionNamespaces } from '../session/Session.ts'
import type { EngineParts } from '../session/SessionEngine.ts'
import { agreesTo, findProposalIssue, findSettlementIssue } from '../session/validateNamespaces.ts'
import type { PendingRequest, WalletEvent } from './WalletClient.ts'

/** Takes codes and requests, keeps what waits for the wallet's owner, and answers each once. */
export function createWalletEngine({
  metadata,
  shared,
  signsIn,
  ...parts
}: EngineParts & { metadata: PeerMetadata; shared: boolean; signsIn: boolean }): EngineCalls {
  const { store } = parts
  const engine = createSessionEngine(parts, {
    onRequest: (topic, request) => takeRequest(topic, request),
    onAnswer: (topic, answer) => {
      const record = engine.getSession(topic)
      // The app did not take what was settled.
      if (record && record.settlementId === answer.id && 'error' in answer) engine.endSession(topic, answer.error)
    },
    sweep: (now) => sweep(now),
    onSessionEnd: (topic, reason) => {
      dropPending((record) => record.topic === topic)
      engine.tell('event', () => ({ type: 'sessionDeleted', topic, reason }) satisfies WalletEvent)
    },
    onPairingEnd: (topic) => dropPending((record) => record.topic === topic),
  })
  const { change, newId, now, stored } = engine

  const records = () => store.list('pending/') as [string, PendingRecord][]
  const pending = (): PendingRequest[] => records().flatMap(([, { entry, hidden }]) => (hidden ? [] : [entry]))
  const tellPending = () => engine.tell('pending', pending)

  const dropPending = (isOver: (record: PendingRecord) => boolean) => {
    const over = records().filter(([, record]) => isOver(record))
    if (!over.length) return
    change(Object.fromEntries(over.map(([key]) => [key, undefined])))
    tellPending()
  }

  /** @throws LatchkeyError `proposal_not_found` */
  const requirePending = <K extends PendingRequest['kind']>(id: number, ...kinds: readonly K[]) => {
    engine.watch()
    const record = store.get(`pending/${id}`) as PendingRecord | undefined
    if (!record || !kinds.includes(record.entry.kind as K)) throw new WalletConnectError('proposal_not_found')
    return record as PendingRecord & { entry: Extract<PendingRequest, { kind: K }> }
  }

  // What apps send

  const takeRequest = (topic: string, request: RpcRequest): boolean => {
    const { method } = request
    const pairing = engine.getPairing(topic)
    if (pairing && method === 'wc_sessionPropose') takeProposal(topic, pairing, request)
    else if (pairing && method === 'wc_sessionAuthenticate') takeSignIn(topic, request)
    else if (method === 'wc_sessionRequest' && engine.getSession(topic)) takeQuestion(topic, request)
    else if (method === 'wc_sessionEvent' || method === 'wc_sessionUpdate' || method === 'wc_sessionExtend') {
      // Those are the controller's, and the wallet is that.
      engine.answer({ topic, method, id: request.id, answer: { error: sessionReasons.unauthorizedMethod } })
    } else return false
    return true
  }

  const keep = (record: PendingRecord): boolean => {
    const key = `pending/${record.entry.id}`
    // Another app's id: ids are made of time and chance, so this is no accident.
    if (store.get(key)) return false
    change({ [key]: record })
    const pairing = engine.getPairing(record.topic)
    // What was asked in time may be answered as long as the app waits.
    const expiresAt = Math.max(pairing?.expiresAt ?? 0, record.entry.expiry * 1000)
    if (pairing) change({ [`pairings/${record.topic}`]: { ...pairing, expiresAt } satisfies PairingRecord })
    tellPending()
    return true
  }

  const takeProposal = (topic: string, pairing: PairingRecord, { id, params }: RpcRequest) => {
    const refuse = (error: SessionReason) =>
      engine.answer({ topic, method: 'wc_sessionPropose', id, answer: { error }, refusal: 'automatic' })
    const { requiredNamespaces = {}, optionalNamespaces = {}, sessionProperties } = params
    const proposer = readParticipant(params.proposer)
    const issue = findProposalIssue(requiredNamespaces) ?? findProposalIssue(optionalNamespaces)
    if (!proposer || issue) return refuse(issue ?? sessionReasons.invalidMethod)
    const expiry = expiryOf(params.expiryTimestamp, sessionLifetimes.pairing)
    if (!expiry) return refuse(sessionReasons.requestExpired)
    keep({
      topic,
      peerPublicKey: proposer.publicKey,
      ...(pairing.announcesSignIn ? { hidden: true } : {}),
      entry: {
        kind: 'proposal',
        id,
        peer: proposer.metadata,
        requiredNamespaces: requiredNamespaces as ProposalNamespaces,
        optionalNamespaces: optionalNamespaces as ProposalNamespaces,
        ...(sessionProperties ? { sessionProperties: asRecord(sessionProperties) as Record<string, string> } : {}),
        expiry,
      },
    })
  }

  const takeSignIn = (topic: string, { id, params }: RpcRequest) => {
    const refuse = (error: SessionReason) =>
      engine.answer({ topic, method: 'wc_sessionAuthenticate', id, answer: { error }, refusal: 'automatic' })
    if (!signsIn) return refuse(sessionReasons.unsupportedProtocolMethod)
    const requester = readParticipant(params.requester)
    const request = readAuthPayload(params.authPayload)
    if (!requester || !request) return refuse(sessionReasons.invalidMethod)
    const expiry = expiryOf(params.expiryTimestamp, sessionCalls.wc_sessionAuthenticate.request.ttl)
    if (!expiry) return refuse(sessionReasons.requestExpired)
    keep({
      topic,
      peerPublicKey: requester.publicKey,
      entry: { kind: 'authentication', id, peer: requester.metadata, request, expiry },
    })
  }

  /** Asks the owner, unless the app may not ask that. */
  const takeQuestion = (topic: string, { id, params }: RpcRequest) => {
    const { session } = engine.requireSession(topic)
    const { namespaces } = session
    const refuse = (error: SessionReason) =>
      engine.answer({ topic, method: 'wc_sessionRequest', id, answer: { error } })
    const { chainId } = params
    const { method, params: question, expiryTimestamp, expiry: specified } = asRecord(params.request)
    if (typeof chainId !== 'string' || typeof method !== 'string') return refuse(sessionReasons.invalidMethod)
    if (!agreesTo({ namespaces, chainId })) return refuse(sessionReasons.unauthorizedChain)
    if (!agreesTo({ namespaces, chainId, method })) return refuse(sessionReasons.unauthorizedMethod)
    const expiry = expiryOf(expiryTimestamp ?? specified, sessionLifetimes.maximumRequest)
    if (!expiry) return refuse(sessionReasons.requestExpired)
    const entry = { kind: 'request', id, topic, peer: session.peer, chainId, method, params: question, expiry } as const
    if (!keep({ topic, entry })) refuse(sessionReasons.invalidMethod)
  }

  /** Unix seconds; undefined when it is over. An app's clock may go wrong, so it ends after the longest time in any case. */
  const expiryOf = (asked: unknown, longest: number): number | undefined => {
    const time = toSeconds(now())
    if (typeof asked !== 'number') return time + sessionLifetimes.pairing
    return asked > time ? Math.min(asked, time + longest) : undefined
  }

  // What the owner decides

  const pair = async (uri: string) => {
    const { topic, symKey, expiryTimestamp, methods } = parsePairingUri(uri)
    const longest = now() + sessionLifetimes.pairing * 1000
    const expiresAt = Math.min(longest, (expiryTimestamp ?? Number.POSITIVE_INFINITY) * 1000)
    if (expiresAt <= now()) throw new WalletConnectError('pairing_expired')
    if (!engine.getKey(topic)) {
      const announcesSignIn =
        signsIn && methods?.includes('wc_sessionAuthenticate') && !methods.includes('wc_sessionPropose')
      change({
        [`keys/${topic}`]: { symKey },
        [`pairings/${topic}`]: {
          uri,
          expiresAt,
          relays: [],
          ...(announcesSignIn ? { announcesSignIn } : {}),
        } satisfies PairingRecord,
      })
      engine.watch()
    }
    try {
      await engine.listen([topic])
    } catch (error) {
      if (engine.getPairing(topic)?.relays.length === 0) engine.endPairing(topic)
      throw error
    }
    await stored()
  }

  /** Makes a session of what was decided; its first message can be sealed from here on. */
  const begin = (
    {
      topic: pairingTopic,
      entry,
      peerPublicKey = '',
    }: PendingRecord & { entry: { kind: 'proposal' | 'authentication' } },
    agreed: Pick<Session, 'namespaces' | 'sessionProperties'>,
  ) => {
    const { privateKey, publicKey } = createKeyPair(parts.environment)
    const symKey = deriveSymKey({ privateKey, publicKey: peerPublicKey })
    const topic = topicOf(symKey)
    const asked = entry.kind === 'proposal' ? entry : { requiredNamespaces: {}, optionalNamespaces: {} }
    const session: Session = {
      topic,
      pairingTopic,
      peer: entry.peer,
      peerPublicKey,
      controller: 'wallet',
      requiredNamespaces: asked.requiredNamespaces,
      optionalNamespaces: asked.optionalNamespaces,
      ...agreed,
      expiry: sessionEnd(now()),
      relays: engine.getPairing(pairingTopic)?.relays ?? [],
    }
    return { session, symKey, publicKey }
  }

  const settle = (
    pairingTopic: string,
    { session, symKey }: { session: Session; symKey: string },
    settlementId?: number,
  ) => {
    change({ [`keys/${session.topic}`]: { symKey } })
    engine.putSession({ session, ...(settlementId ? { settlementId } : {}) })
    void engine.listen([session.topic])
    // The code served its purpose: what else it asked is over.
    dropPending((record) => record.topic === pairingTopic)
    engine.watch()
  }

  const approve = ({
    id,
    namespaces,
    sessionProperties,
  }: {
    id: number
    namespaces: SessionNamespaces
    sessionProperties?: Record<string, string>
  }) => {
    const record = requirePending(id, 'proposal')
    checkNamespaces(namespaces, record.entry.requiredNamespaces)
    const begun = begin(record, { namespaces, ...(sessionProperties ? { sessionProperties } : {}) })
    const { session, publicKey } = begun
    const settlementId = newId()
    settle(record.topic, begun, settlementId)
    const relay = { protocol: 'irn' }
    engine.answer({
      topic: record.topic,
      method: 'wc_sessionPropose',
      id,
      answer: { result: { relay, responderPublicKey: publicKey } },
    })
    engine.call({
      topic: session.topic,
      method: 'wc_sessionSettle',
      id: settlementId,
      params: {
        relay,
        controller: { publicKey, metadata },
        namespaces,
        requiredNamespaces: session.requiredNamespaces,
        optionalNamespaces: session.optionalNamespaces,
        ...(sessionProperties ? { sessionProperties } : {}),
        expiry: session.expiry,
      },
    })
    return session
  }

  const authenticate = ({ id, authentications }: { id: number; authentications: readonly Cacao[] }) => {
    const record = requirePending(id, 'authentication')
    const namespaces = toSessionNamespaces(authentications)
    const begun = begin(record, { namespaces: namespaces ?? {} })
    const { session, symKey, publicKey } = begun
    engine.answer({
      topic: topicOf(record.peerPublicKey ?? ''),
      method: 'wc_sessionAuthenticate',
      id,
      answer: { result: { cacaos: authentications, responder: { publicKey, metadata } } },
      envelope: { symKey, senderPublicKey: publicKey, pairingTopic: record.topic },
    })
    if (namespaces) settle(record.topic, begun)
    else dropPending(({ topic }) => topic === record.topic)
    return namespaces && session
  }

  const reject = (id: number, error: SessionReason = sessionReasons.userRejected) => {
    const { entry, topic, peerPublicKey = '' } = requirePending(id, 'proposal', 'authentication', 'request')
    if (entry.kind === 'request') return respond(id, { error })
    if (entry.kind === 'proposal') {
      engine.answer({ topic, method: 'wc_sessionPropose', id, answer: { error }, refusal: 'rejected' })
    } else {
      const { privateKey, publicKey } = createKeyPair(parts.environment)
      engine.answer({
        topic: topicOf(peerPublicKey),
        method: 'wc_sessionAuthenticate',
        id,
        answer: { error },
        refusal: 'rejected',
        envelope: {
          symKey: deriveSymKey({ privateKey, publicKey: peerPublicKey }),
          senderPublicKey: publicKey,
          pairingTopic: topic,
        },
      })
    }
    const falls = entry.kind === 'authentication' && error.code === sessionReasons.unsupportedProtocolMethod.code
    dropPending((record) => record.topic === topic && (record.entry.id === id || !falls))
    if (!falls) return
    for (const [key, record] of records()) {
      if (record.topic !== topic || !record.hidden) continue
      const { hidden: _, ...shown } = record
      change({ [key]: shown })
      tellPending()
    }
  }

  const respond = (id: number, answer: RpcAnswer) => {
    const { topic } = requirePending(id, 'request')
    engine.answer({ topic, method: 'wc_sessionRequest', id, answer })
    dropPending(({ entry }) => entry.id === id)
  }

  const checkNamespaces = (namespaces: SessionNamespaces, required: ProposalNamespaces) => {
    const issue = findSettlementIssue({ namespaces, required })
    if (issue) throw new WalletConnectError('session_namespaces_invalid', { details: issue.message })
  }

  const update = (topic: string, namespaces: SessionNamespaces) => {
    const record = engine.requireSession(topic)
    checkNamespaces(namespaces, record.session.requiredNamespaces)
    engine.putSession({ ...record, session: { ...record.session, namespaces } })
    engine.call({ topic, method: 'wc_sessionUpdate', params: { namespaces } })
    // What was asked of accounts and methods that are shared no more.
    dropPending(
      ({ entry }) =>
        entry.kind === 'request' &&
        entry.topic === topic &&
        !agreesTo({ namespaces, chainId: entry.chainId, method: entry.method }),
    )
  }

  const extend = (topic: string) => {
    const record = engine.requireSession(topic)
    const expiry = sessionEnd(now())
    engine.putSession({ ...record, session: { ...record.session, expiry } })
    engine.call({ topic, method: 'wc_sessionExtend', params: { expiry } })
  }

  const emit = ({ topic, chainId, name, data }: { topic: string; chainId: string; name: string; data: unknown }) => {
    const { namespaces } = engine.requireSession(topic).session
    if (!agreesTo({ namespaces, chainId, event: name })) {
      throw new WalletConnectError('session_request_not_allowed', { details: `${name} on ${chainId}` })
    }
    engine.call({ topic, method: 'wc_sessionEvent', params: { event: { name, data }, chainId } })
  }

  const sweep = (time: number): readonly number[] => {
    const moments: number[] = []
    for (const [key, { expiresAt }] of store.list('pairings/') as [string, PairingRecord][]) {
      moments.push(expiresAt)
      if (expiresAt <= time) engine.endPairing(key.slice('pairings/'.length))
    }
    dropPending(({ entry: { expiry } }) => expiry * 1000 <= time)
    return [...moments, ...records().map(([, { entry }]) => entry.expiry * 1000)]
  }

  /** A call with an effect: it has it once, and is over when storage knows. */
  const effect =
    (run: (params: never) => unknown) =>
    (
      params: unknown,
      { once }: { once: (run: (keep: (result: unknown) => void) => Promise<unknown>) => Promise<unknown> },
    ) =>
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
      snapshot: async () => ({ sessions: engine.sessions(), relays: engine.transport.relays(), pending: pending() }),
      pair: ({ uri }) => pair(uri as string),
      approve: effect(approve),
      authenticate: effect(authenticate),
      reject: effect(({ id, reason }: { id: number; reason?: SessionReason }) => reject(id, reason)),
      respond: effect((answer: { id: number; result?: unknown; error?: SessionReason }) =>
        respond(answer.id, answer.error ? { error: answer.error } : { result: answer.result ?? null }),
      ),
      update: effect(({ topic, namespaces }: { topic: string; namespaces: SessionNamespaces }) =>
        update(topic, namespaces),
      ),
      extend: effect(({ topic }: { topic: string }) => extend(topic)),
      emit: effect(emit),
      ping: ({ topic }) => engine.ping(topic as string),
      disconnect: ({ topic, reason }) => engine.disconnect(topic as string, reason as SessionReason | undefined),
    },
  })
}
