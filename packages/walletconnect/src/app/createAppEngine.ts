import { LatchkeyError } from '@latchkey/protocol'
import {
  type SessionReason,
  sessionCalls,
  sessionLifetimes,
  sessionReasons,
  WalletConnectError,
} from '@latchkey/protocol/relay'
import { bytesToHex } from '@noble/hashes/utils'
import type { PeerMetadata } from '../ClientParameters.ts'
import { createKeyPair } from '../crypto/createKeyPair.ts'
import { deriveSymKey } from '../crypto/deriveSymKey.ts'
import { formatPairingUri } from '../crypto/pairingUri.ts'
import { topicOf } from '../crypto/topicOf.ts'
import { createCalls, type EngineCalls } from '../session/createCalls.ts'
import { createSessionEngine, type EngineParts, sessionEnd, toSeconds } from '../session/createSessionEngine.ts'
import { readCacaos, toSessionNamespaces, writeAuthPayload } from '../session/readAuthentication.ts'
import { writeRecap } from '../session/recap.ts'
import type { KeyRecord, Outcome, PairingRecord, RequestRecord } from '../session/records.ts'
import { asRecord, isKey, type RpcAnswer, type RpcRequest, readParticipant } from '../session/rpc.ts'
import type { Session, SessionNamespaces } from '../session/Session.ts'
import { untilAborted } from '../session/untilAborted.ts'
import { agreesTo, familyOf, findProposalIssue, findSettlementIssue } from '../session/validateNamespaces.ts'
import type { AppClient, AppEvent, PairOptions } from './AppClient.ts'

/** How long an answer is kept for whoever asks for it again (milliseconds). */
const answerKept = 300_000
/** Wallets that may answer one code before one of them has settled. */
const mostResponders = 3

/** The app's side of the protocol: JSON in, JSON out, so that other tabs can call it. */
export type AppEngine = EngineCalls

/** Proposes, keeps answers, asks, and takes what wallets say of their sessions. */
export function createAppEngine({
  metadata,
  shared,
  ...parts
}: EngineParts & { metadata: PeerMetadata; shared: boolean }): AppEngine {
  const { store } = parts
  const engine = createSessionEngine(parts, {
    onRequest: (topic, request, key) => takeRequest(topic, request, key),
    onAnswer: (topic, answer, sender) => takeAnswer(topic, answer, sender),
    sweep: (now) => sweep(now),
    onSessionEnd: (topic, reason, expired) => {
      for (const [key, record] of requests()) {
        if (record.topic === topic && !record.answer) endRequest(key, new WalletConnectError('session_not_found'))
      }
      notify(expired ? { type: 'sessionExpired', topic } : { type: 'sessionDeleted', topic, reason })
    },
    onPairingEnd: (topic) => {
      engine.deferreds.resolve(`pairing:${topic}`, { error: sessionReasons.userDisconnected } satisfies Outcome)
    },
  })
  const { change, deferreds, newId, now, stored } = engine

  const notify = (event: AppEvent) => engine.tell('event', () => event)
  const requests = () => store.list('requests/') as [string, RequestRecord][]

  // Pairing

  const pair = (options: Omit<PairOptions, 'signal'>): { topic: string; taken: Promise<void> } => {
    const { optionalNamespaces, requiredNamespaces = {}, sessionProperties, authenticate } = options
    const issue = findProposalIssue(optionalNamespaces) ?? findProposalIssue(requiredNamespaces)
    if (issue) throw new WalletConnectError('session_namespaces_invalid', { details: issue.message })
    const symKey = bytesToHex(parts.environment.randomBytes(32))
    const topic = topicOf(symKey)
    const { publicKey, privateKey } = createKeyPair(parts.environment)
    const expiryTimestamp = toSeconds(now()) + sessionLifetimes.pairing
    const id = newId()
    const signIn = authenticate && {
      id: newId(),
      topic: topicOf(publicKey),
      request: withRecap(authenticate, options),
    }
    const uri = formatPairingUri({
      topic,
      symKey,
      expiryTimestamp,
      // It says what is asked first: a wallet that knows it leaves the proposal alone.
      ...(signIn ? { methods: ['wc_sessionAuthenticate'] } : {}),
    })
    const record: PairingRecord = {
      uri,
      expiresAt: expiryTimestamp * 1000,
      relays: [],
      proposal: {
        id,
        publicKey,
        privateKey,
        asked: { optionalNamespaces, requiredNamespaces },
        ...(signIn ? { authenticate: signIn } : {}),
      },
    }
    change({
      [`keys/${topic}`]: { symKey },
      [`pairings/${topic}`]: record,
      ...(signIn ? { [`keys/${signIn.topic}`]: { privateKey, pairingTopic: topic } } : {}),
    })
    const sent = signIn
      ? [
          engine.call({
            topic,
            method: 'wc_sessionAuthenticate',
            id: signIn.id,
            ttl: sessionLifetimes.pairing,
            params: {
              authPayload: writeAuthPayload(signIn.request),
              requester: { publicKey, metadata },
              expiryTimestamp,
            },
          }),
        ]
      : []
    sent.push(
      engine.call({
        topic,
        method: 'wc_sessionPropose',
        id,
        params: {
          requiredNamespaces,
          optionalNamespaces,
          relays: [{ protocol: 'irn' }],
          pairingTopic: topic,
          proposer: { publicKey, metadata },
          expiryTimestamp,
          ...(sessionProperties ? { sessionProperties } : {}),
        },
      }),
    )
    engine.listen(signIn ? [topic, signIn.topic] : [topic])
    engine.watch()
    const taken = Promise.all(sent.map((message) => message.taken)).then(
      () => {},
      (error) => {
        for (const message of sent) message.cancel()
        engine.endPairing(topic)
        throw error
      },
    )
    taken
    return { topic, taken }
  }

  const openPairing = (topic: string) => {
    const pairing = engine.getPairing(topic)
    return pairing && { uri: pairing.uri, topic, expiresAt: pairing.expiresAt }
  }

  const approvalOf = async (topic: string, signal: AbortSignal | undefined): Promise<Outcome> => {
    const pairing = engine.getPairing(topic)
    if (!pairing) return { code: 'pairing_expired' }
    if (pairing.outcome) return pairing.outcome
    return untilAborted(deferreds.get(`pairing:${topic}`) as Promise<Outcome>, signal, () => abandon(topic))
  }

  const abandon = (topic: string) => finish(topic, { code: 'user_rejected' })

  /** Whoever waits, now or after a reload, hears of it; what was needed for it alone is forgotten. */
  const finish = (topic: string, outcome: Outcome) => {
    const pairing = engine.getPairing(topic)
    if (!pairing || pairing.outcome) return
    const { proposal, ...rest } = pairing
    const abandoned = 'code' in outcome && outcome.code === 'user_rejected'
    // An abandoned proposal stays: whoever agrees to it after all must be told.
    change({ [`pairings/${topic}`]: { ...rest, ...(abandoned && proposal ? { proposal, abandoned } : {}), outcome } })
    if (!abandoned && proposal?.authenticate) engine.forget([proposal.authenticate.topic])
    const tell = () => deferreds.resolve(`pairing:${topic}`, outcome)
    stored().then(tell, tell)
  }

  /** A wallet agreed to the proposal: its session's topic is known from here on. */
  const takeResponse = (topic: string, pairing: PairingRecord, answer: RpcAnswer) => {
    const { proposal } = pairing
    if (!proposal) return
    if ('error' in answer) return finish(topic, { error: answer.error })
    const { responderPublicKey } = asRecord(answer.result)
    if (!isKey(responderPublicKey)) return
    const responders = store.list('keys/').filter(([, key]) => (key as KeyRecord).pairingTopic === topic)
    if (responders.length > mostResponders) return
    const symKey = deriveSymKey({ privateKey: proposal.privateKey, publicKey: responderPublicKey })
    const sessionTopic = topicOf(symKey)
    if (engine.getKey(sessionTopic)) return
    change({
      [`keys/${sessionTopic}`]: { symKey, pairingTopic: topic, peerPublicKey: responderPublicKey } satisfies KeyRecord,
      // The wallet has it now: its settlement may come a little after the code has ended.
      [`pairings/${topic}`]: {
        ...pairing,
        expiresAt: Math.max(pairing.expiresAt, now() + sessionCalls.wc_sessionSettle.request.ttl * 1000),
      },
    })
    engine.listen([sessionTopic])
  }

  const takeSettlement = (
    topic: string,
    { id, params }: RpcRequest,
    { pairingTopic = '', peerPublicKey = '', symKey }: KeyRecord,
  ) => {
    const reply = (answer: RpcAnswer) => engine.answer({ topic, method: 'wc_sessionSettle', id, answer })
    if (engine.getSession(topic)) return reply({ result: true })
    const pairing = engine.getPairing(pairingTopic)
    const proposal = pairing?.proposal
    const controller = readParticipant(params.controller)
    const refuse = (error: SessionReason, outcome?: Outcome) => {
      reply({ error })
      engine.forget([topic])
      if (outcome) finish(pairingTopic, outcome)
    }
    if (!pairing || !proposal || pairing.abandoned) return refuse(sessionReasons.userDisconnected)
    const { namespaces, expiry } = params
    const time = toSeconds(now())
    // A day more than the longest: clocks differ.
    const inTime = typeof expiry === 'number' && expiry > time && expiry <= time + sessionLifetimes.session + 86_400
    const invalid = (reason: SessionReason) =>
      refuse(reason, { code: 'session_namespaces_invalid', details: `${reason.code}: ${reason.message}` })
    if (controller?.publicKey !== peerPublicKey || !controller || !inTime) return invalid(sessionReasons.invalidSettle)
    const issue = findSettlementIssue({ namespaces, required: proposal.asked.requiredNamespaces })
    if (issue) return invalid(issue)
    const early = engine.getKey(topic)?.early ?? []
    const session = begin({
      topic,
      pairing,
      pairingTopic,
      peer: controller,
      expiry,
      namespaces: namespaces as SessionNamespaces,
      ...(params.sessionProperties
        ? { sessionProperties: asRecord(params.sessionProperties) as Record<string, string> }
        : {}),
    })
    change({ [`keys/${topic}`]: { symKey, handled: engine.getKey(topic)?.handled } })
    reply({ result: true })
    finish(pairingTopic, { session, authentications: [] })
    engine.replay(topic, early)
  }

  const begin = ({
    topic,
    pairing,
    pairingTopic,
    peer,
    ...agreed
  }: Pick<Session, 'topic' | 'pairingTopic' | 'expiry' | 'namespaces' | 'sessionProperties'> & {
    pairing: PairingRecord
    peer: { publicKey: string; metadata: PeerMetadata }
  }): Session => {
    const asked = pairing.proposal?.asked ?? { requiredNamespaces: {}, optionalNamespaces: {} }
    const session: Session = {
      topic,
      pairingTopic,
      peer: peer.metadata,
      peerPublicKey: peer.publicKey,
      controller: 'wallet',
      ...asked,
      ...agreed,
      relays: pairing.relays,
    }
    engine.putSession({ session })
    return session
  }

  /** An answer to the sign-in: with it the session is there, without a settlement. */
  const takeSignIn = (pairingTopic: string, pairing: PairingRecord, answer: RpcAnswer, sender: string | undefined) => {
    const { proposal } = pairing
    if (!proposal?.authenticate) return
    if ('error' in answer) {
      // The wallet cannot: it has the proposal.
      if (answer.error.code !== sessionReasons.unsupportedProtocolMethod.code)
        finish(pairingTopic, { error: answer.error })
      return
    }
    const { cacaos, responder } = asRecord(answer.result)
    const peer = readParticipant(responder)
    const authentications = readCacaos(cacaos, proposal.authenticate.request)
    const namespaces = authentications && toSessionNamespaces(authentications)
    if (!peer || peer.publicKey !== sender) return
    const symKey = deriveSymKey({ privateKey: proposal.privateKey, publicKey: peer.publicKey })
    const topic = topicOf(symKey)
    change({ [`keys/${topic}`]: { symKey } satisfies KeyRecord })
    const end = (reason: SessionReason) => {
      engine.call({ topic, method: 'wc_sessionDelete', params: reason })
      engine.forget([topic])
    }
    if (pairing.abandoned) return end(sessionReasons.userDisconnected)
    if (!authentications || !namespaces) {
      end(sessionReasons.sessionSettlementFailed)
      return finish(pairingTopic, {
        code: 'session_namespaces_invalid',
        details: 'The sign-in is not the one that was asked',
      })
    }
    engine.listen([topic])
    const session = begin({ topic, pairing, pairingTopic, peer, expiry: sessionEnd(now()), namespaces })
    finish(pairingTopic, { session, authentications })
  }

  // What wallets send

  const takeRequest = (topic: string, request: RpcRequest, key: KeyRecord): boolean => {
    const { id, method, params } = request
    if (method === 'wc_sessionSettle') {
      if (key.peerPublicKey || engine.getSession(topic)) takeSettlement(topic, request, key)
      return true
    }
    const record = engine.getSession(topic)
    if (!record) return false
    const { session } = record
    const time = toSeconds(now())
    if (method === 'wc_sessionUpdate') {
      const issue =
        // As an id begins with the time (in milliseconds), an older one is out of date.
        toSeconds(id) < toSeconds(record.updateId ?? 0)
          ? sessionReasons.invalidUpdate
          : findSettlementIssue({ namespaces: params.namespaces, required: session.requiredNamespaces })
      engine.answer({ topic, method, id, answer: issue ? { error: issue } : { result: true } })
      if (!issue) update({ ...record, updateId: id }, { namespaces: params.namespaces as SessionNamespaces })
      return true
    }
    if (method === 'wc_sessionExtend') {
      // Some say nothing: then it is the usual time.
      const { expiry = sessionEnd(now()) } = params
      const fits =
        typeof expiry === 'number' && expiry >= session.expiry && expiry <= time + sessionLifetimes.session + 86_400
      engine.answer({ topic, method, id, answer: fits ? { result: true } : { error: sessionReasons.invalidExtend } })
      if (fits) update(record, { expiry })
      return true
    }
    if (method === 'wc_sessionEvent') {
      const { name, data } = asRecord(params.event)
      const { chainId } = params
      const { namespaces } = session
      const error =
        typeof name !== 'string' || typeof chainId !== 'string'
          ? sessionReasons.invalidEvent
          : !agreesTo({ namespaces, chainId })
            ? sessionReasons.unauthorizedChain
            : !agreesTo({ namespaces, chainId, event: name })
              ? sessionReasons.unauthorizedEvent
              : undefined
      engine.answer({ topic, method, id, answer: error ? { error } : { result: true } })
      if (!error) notify({ type: 'sessionEvent', topic, chainId: chainId as string, name: name as string, data })
      return true
    }
    return false
  }

  const update = (record: { session: Session; updateId?: number }, changed: Partial<Session>) => {
    const session = { ...record.session, ...changed }
    engine.putSession({ ...record, session })
    notify({ type: 'sessionUpdated', session })
  }

  const takeAnswer = (topic: string, { id, ...answer }: { id: number } & RpcAnswer, sender: string | undefined) => {
    const pairingTopic = engine.getKey(topic)?.pairingTopic ?? topic
    const pairing = engine.getPairing(pairingTopic)
    if (pairing?.proposal?.id === id && topic === pairingTopic) return takeResponse(topic, pairing, answer)
    if (pairing?.proposal?.authenticate?.id === id) return takeSignIn(pairingTopic, pairing, answer, sender)
    const request = store.get(`requests/${id}`) as RequestRecord | undefined
    if (request?.topic !== topic || request.answer) return
    change({ [`requests/${id}`]: { ...request, answer, expiresAt: now() + answerKept } })
    const tell = () => deferreds.resolve(`requests/${id}`, answer)
    stored().then(tell, tell)
  }

  // Asking

  const request = async (
    {
      topic,
      chainId,
      method,
      params,
      expiry = 300,
      idempotencyKey,
    }: Omit<Parameters<AppClient['request']>[0], 'signal'>,
    { callId, signal }: { callId: string; signal?: AbortSignal },
  ): Promise<RpcAnswer> => {
    const key = idempotencyKey ?? callId
    const known = requests().find(([, record]) => record.key === key)
    const name = known?.[0] ?? ask()
    const answer = (store.get(name) as RequestRecord).answer
    if (answer) return answer
    return untilAborted(deferreds.get(name) as Promise<RpcAnswer>, signal, () => forgetRequest(name))

    function ask(): string {
      const { session } = engine.requireSession(topic)
      if (!agreesTo({ namespaces: session.namespaces, chainId, method })) {
        throw new WalletConnectError('session_request_not_allowed', { details: `${method} on ${chainId}` })
      }
      if (!(expiry >= sessionLifetimes.minimumRequest && expiry <= sessionLifetimes.maximumRequest)) {
        throw new LatchkeyError('malformed_request', { field: 'expiry' })
      }
      const id = newId()
      const expiryTimestamp = toSeconds(now()) + Math.floor(expiry)
      const name = `requests/${id}`
      change({ [name]: { topic, key, expiresAt: expiryTimestamp * 1000 } satisfies RequestRecord })
      const { taken, cancel } = engine.call({
        topic,
        method: 'wc_sessionRequest',
        id,
        ttl: Math.floor(expiry),
        params: { request: { method, params: params ?? [], expiryTimestamp }, chainId },
      })
      taken.catch((error) => {
        if (!isOpen(name)) return
        cancel()
        endRequest(name, error)
      })
      engine.watch()
      return name
    }
  }

  const isOpen = (name: string) => {
    const record = store.get(name) as RequestRecord | undefined
    return record !== undefined && !record.answer
  }

  /** An answer to it reaches nobody from here on. */
  const forgetRequest = (name: string) => {
    if (isOpen(name)) change({ [name]: undefined })
  }

  const endRequest = (name: string, error: unknown) => {
    forgetRequest(name)
    deferreds.reject(name, error)
  }

  const sweep = (time: number): readonly number[] => {
    const moments: number[] = []
    for (const [key, { expiresAt, answer }] of requests()) {
      moments.push(expiresAt)
      if (expiresAt > time) continue
      if (answer) change({ [key]: undefined })
      else endRequest(key, new WalletConnectError('session_request_expired'))
    }
    for (const [key, record] of store.list('pairings/') as [string, PairingRecord][]) {
      moments.push(record.expiresAt)
      if (record.expiresAt > time) continue
      const topic = key.slice('pairings/'.length)
      deferreds.resolve(`pairing:${topic}`, { code: 'pairing_expired' } satisfies Outcome)
      engine.endPairing(topic)
    }
    return moments
  }

  return createCalls({
    engine,
    shared,
    methods: {
      snapshot: async () => ({ sessions: engine.sessions(), relays: engine.transport.relays() }),
      pair: async (params, { once, signal }) => {
        const topic = await once(async (keep) => {
          const { topic, taken } = pair(params as PairOptions)
          keep(topic)
          await untilAborted(taken, signal, () => abandon(topic))
          return topic
        })
        return openPairing(topic as string)
      },
      resume: async ({ uri }) => {
        const known = store.list('pairings/').find(([, record]) => (record as PairingRecord).uri === uri)
        return known && openPairing(known[0].slice('pairings/'.length))
      },
      approval: ({ topic }, { signal }) => approvalOf(topic as string, signal),
      request: (params, options) => request(params as Parameters<AppClient['request']>[0], options),
      ping: ({ topic }) => engine.ping(topic as string),
      disconnect: ({ topic, reason }) => engine.disconnect(topic as string, reason as SessionReason | undefined),
    },
  })
}

/** Asks for the methods of the plain proposal too, so that the wallet can make a session of the signature. */
function withRecap(
  request: NonNullable<PairOptions['authenticate']>,
  { optionalNamespaces, requiredNamespaces = {} }: PairOptions,
): NonNullable<PairOptions['authenticate']> {
  const family = familyOf(request.chains[0] ?? '')
  const methods = [...Object.entries(requiredNamespaces), ...Object.entries(optionalNamespaces)].flatMap(
    ([key, entry]) => (familyOf(key) === family ? entry.methods : []),
  )
  if (!methods.length) return request
  return { ...request, resources: [...(request.resources ?? []), writeRecap({ family, methods })] }
}
