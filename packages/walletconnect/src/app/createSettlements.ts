import { type SessionReason, sessionCalls, sessionLifetimes, sessionReasons } from '@latchkey/protocol/relay'
import type { PeerMetadata } from '../ClientParameters.ts'
import { deriveSymKey } from '../crypto/deriveSymKey.ts'
import { topicOf } from '../crypto/topicOf.ts'
import { sessionEnd, toSeconds } from '../session/createSessionEngine.ts'
import { readCacaos, toSessionNamespaces } from '../session/readAuthentication.ts'
import type { KeyRecord, PairingRecord } from '../session/records.ts'
import { asRecord, isKey, type RpcAnswer, type RpcRequest, readParticipant } from '../session/rpc.ts'
import type { Session, SessionNamespaces } from '../session/Session.ts'
import type { SessionEngine } from '../session/SessionEngine.ts'
import { findSettlementIssue } from '../session/validateNamespaces.ts'
import type { Pairings } from './createPairings.ts'
import { clockSkew } from './takeSessionCall.ts'

/** Wallets that can respond to one pairing before one of them has settled. */
const mostResponders = 3

/** Answers of wallets to a pairing, until it has a session or a failure. */
export type Settlements = {
  /** @returns false if it is not an answer to a pairing */
  takeAnswer: (topic: string, answer: { id: number } & RpcAnswer, sender: string | undefined) => boolean
  takeSettlement: (topic: string, request: RpcRequest, key: KeyRecord) => void
}

export function createSettlements(engine: () => SessionEngine, { finish }: Pick<Pairings, 'finish'>): Settlements {
  type Proposal = NonNullable<PairingRecord['proposal']>

  /** A wallet accepted the proposal, which determines the topic of the session. */
  const takeResponse = (topic: string, pairing: PairingRecord, proposal: Proposal, answer: RpcAnswer) => {
    const { change, getKey, listen, now, store } = engine()
    if ('error' in answer) return finish(topic, { error: answer.error })
    const { responderPublicKey } = asRecord(answer.result)
    if (!isKey(responderPublicKey)) return
    const responders = store.list('keys/').filter(([, key]) => {
      const { pairingTopic, peerPublicKey } = key as KeyRecord
      return pairingTopic === topic && peerPublicKey
    })
    if (responders.length >= mostResponders) return
    const symKey = deriveSymKey({ privateKey: proposal.privateKey, publicKey: responderPublicKey })
    const sessionTopic = topicOf(symKey)
    if (getKey(sessionTopic)) return
    change({
      [`keys/${sessionTopic}`]: { symKey, pairingTopic: topic, peerPublicKey: responderPublicKey } satisfies KeyRecord,
      // The wallet has the proposal now: its settlement may arrive shortly after the pairing expires.
      [`pairings/${topic}`]: {
        ...pairing,
        expiresAt: Math.max(pairing.expiresAt, now() + sessionCalls.wc_sessionSettle.request.ttl * 1000),
      },
    })
    void listen([sessionTopic])
  }

  const takeSettlement: Settlements['takeSettlement'] = (topic, { id, params }, key) => {
    const { answer, change, forget, getKey, getPairing, getSession, now, replay } = engine()
    const { pairingTopic = '', peerPublicKey, symKey } = key
    const reply = (content: RpcAnswer) => answer({ topic, method: 'wc_sessionSettle', id, answer: content })
    if (getSession(topic)) return reply({ result: true })
    const pairing = getPairing(pairingTopic)
    const proposal = pairing?.proposal
    if (!proposal || pairing.outcome) {
      reply({ error: sessionReasons.userDisconnected })
      return forget([topic])
    }
    const { namespaces, expiry, sessionProperties } = params
    const controller = readParticipant(params.controller)
    const time = toSeconds(now())
    const inTime = typeof expiry === 'number' && expiry > time && expiry <= time + sessionLifetimes.session + clockSkew
    const isWhole = controller?.publicKey === peerPublicKey && inTime
    const issue = isWhole
      ? findSettlementIssue({ namespaces, required: proposal.asked.requiredNamespaces })
      : sessionReasons.invalidSettle
    if (issue || !controller || !inTime) {
      const error = issue ?? sessionReasons.invalidSettle
      reply({ error })
      forget([topic])
      return finish(pairingTopic, { code: 'session_namespaces_invalid', details: `${error.code}: ${error.message}` })
    }
    const session = begin(topic, pairingTopic, pairing, controller, {
      namespaces: namespaces as SessionNamespaces,
      expiry,
      ...(sessionProperties ? { sessionProperties: asRecord(sessionProperties) as Record<string, string> } : {}),
    })
    change({ [`keys/${topic}`]: { symKey, handled: getKey(topic)?.handled } })
    reply({ result: true })
    finish(pairingTopic, { session, authentications: [] })
    replay(topic, key.early ?? [])
  }

  /** An answer to the sign-in, which creates the session without a settlement. */
  const takeSignIn = (
    pairingTopic: string,
    pairing: PairingRecord,
    { asked, authenticate, privateKey }: Proposal,
    answer: RpcAnswer,
    sender: string | undefined,
  ) => {
    const { call, change, forget, listen, now } = engine()
    if ('error' in answer) {
      // A wallet without sign-in support answers the proposal instead.
      const isUnknown = answer.error.code === sessionReasons.unsupportedProtocolMethod.code
      return isUnknown ? undefined : finish(pairingTopic, { error: answer.error })
    }
    const { cacaos, responder } = asRecord(answer.result)
    const peer = readParticipant(responder)
    if (!authenticate || !peer || peer.publicKey !== sender) return
    const symKey = deriveSymKey({ privateKey, publicKey: peer.publicKey })
    const topic = topicOf(symKey)
    change({ [`keys/${topic}`]: { symKey } satisfies KeyRecord })
    const authentications = readCacaos(cacaos, authenticate.request)
    const namespaces = authentications && toSessionNamespaces(authentications)
    const issue = namespaces && findSettlementIssue({ namespaces, required: asked.requiredNamespaces })
    if (pairing.outcome || !authentications || !namespaces || issue) {
      const reason = pairing.outcome
        ? sessionReasons.userDisconnected
        : (issue ?? sessionReasons.sessionSettlementFailed)
      call({ topic, method: 'wc_sessionDelete', params: reason satisfies SessionReason })
      forget([topic])
      return finish(pairingTopic, { code: 'session_namespaces_invalid', details: `${reason.code}: ${reason.message}` })
    }
    void listen([topic])
    const session = begin(topic, pairingTopic, pairing, peer, { namespaces, expiry: sessionEnd(now()) })
    finish(pairingTopic, { session, authentications })
  }

  const begin = (
    topic: string,
    pairingTopic: string,
    { proposal, relays }: PairingRecord,
    { publicKey, metadata }: { publicKey: string; metadata: PeerMetadata },
    agreed: Pick<Session, 'expiry' | 'namespaces' | 'sessionProperties'>,
  ): Session => {
    const session: Session = {
      topic,
      pairingTopic,
      peer: metadata,
      peerPublicKey: publicKey,
      controller: 'wallet',
      requiredNamespaces: proposal?.asked.requiredNamespaces ?? {},
      optionalNamespaces: proposal?.asked.optionalNamespaces ?? {},
      ...agreed,
      relays,
    }
    engine().putSession({ session })
    return session
  }

  return {
    takeSettlement,
    takeAnswer: (topic, { id, ...answer }, sender) => {
      const { getKey, getPairing } = engine()
      const pairingTopic = getKey(topic)?.pairingTopic ?? topic
      const pairing = getPairing(pairingTopic)
      if (!pairing?.proposal) return pairing !== undefined
      const { proposal } = pairing
      if (id === proposal.id && topic === pairingTopic) takeResponse(topic, pairing, proposal, answer)
      else if (id === proposal.authenticate?.id) takeSignIn(pairingTopic, pairing, proposal, answer, sender)
      return true
    },
  }
}
