import { sessionLifetimes, sessionReasons, WalletConnectError } from '@latchkey/protocol/relay'
import { bytesToHex } from '@noble/hashes/utils'
import type { PeerMetadata } from '../ClientParameters.ts'
import { createKeyPair } from '../crypto/createKeyPair.ts'
import { formatPairingUri } from '../crypto/pairingUri.ts'
import { topicOf } from '../crypto/topicOf.ts'
import type { AuthenticationRequest } from '../session/Authentication.ts'
import type { CallOptions } from '../session/createCalls.ts'
import { toSeconds } from '../session/createSessionEngine.ts'
import { writeAuthPayload } from '../session/readAuthentication.ts'
import { writeRecap } from '../session/recap.ts'
import type { Outcome, PairingRecord } from '../session/records.ts'
import type { ProposalNamespaces } from '../session/Session.ts'
import type { SessionEngine } from '../session/SessionEngine.ts'
import { untilAborted } from '../session/untilAborted.ts'
import { familyOf, findProposalIssue } from '../session/validateNamespaces.ts'
import type { OpenPairing, PairOptions } from './AppClient.ts'

/** A pairing as tabs exchange it. */
export type PairingShown = Omit<OpenPairing, 'approval'>

/** Pairings of the app, and their outcomes. */
export type Pairings = {
  pair: (options: PairOptions, call: CallOptions) => Promise<PairingShown | undefined>
  resume: (uri: string) => PairingShown | undefined
  approval: (topic: string, signal: AbortSignal | undefined) => Promise<Outcome>
  /**
   * Reports the outcome to current and later callers, also after a reload, and drops the data that only the pairing needed. The first
   * outcome is final.
   */
  finish: (topic: string, outcome: Outcome) => void
  onPairingEnd: (topic: string) => void
  sweep: (time: number) => readonly number[]
}

export function createPairings(engine: () => SessionEngine, metadata: PeerMetadata): Pairings {
  const records = () =>
    engine()
      .store.list('pairings/')
      .map(([key, record]) => [key.slice('pairings/'.length), record as PairingRecord] as const)
  const show = (topic: string): PairingShown | undefined => {
    const pairing = engine().getPairing(topic)
    return pairing && { uri: pairing.uri, topic, expiresAt: pairing.expiresAt }
  }
  const resolve = (topic: string, outcome: Outcome) => engine().deferreds.resolve(`pairing:${topic}`, outcome)
  /** The last caller stopped waiting. */
  const abandon = (topic: string) => finish(topic, { code: 'user_rejected', details: 'The request was canceled' })

  const propose = (options: PairOptions): { topic: string; taken: Promise<unknown> } => {
    const { call, change, endPairing, environment, listen, newId, now, watch } = engine()
    const { optionalNamespaces, requiredNamespaces = {}, sessionProperties, authenticate } = options
    const issue = findProposalIssue(optionalNamespaces) ?? findProposalIssue(requiredNamespaces)
    if (issue) throw new WalletConnectError('session_namespaces_invalid', { details: issue.message })
    const symKey = bytesToHex(environment.randomBytes(32))
    const topic = topicOf(symKey)
    const { publicKey, privateKey } = createKeyPair(environment)
    const expiryTimestamp = toSeconds(now()) + sessionLifetimes.pairing
    const id = newId()
    const signIn = authenticate && {
      id: newId(),
      topic: topicOf(publicKey),
      request: withRecap(authenticate, [requiredNamespaces, optionalNamespaces]),
    }
    // The code announces the sign-in first: wallets that support it ignore the proposal.
    const methods = signIn ? ['wc_sessionAuthenticate'] : []
    change({
      [`keys/${topic}`]: { symKey },
      [`pairings/${topic}`]: {
        uri: formatPairingUri({ topic, symKey, expiryTimestamp, methods }),
        expiresAt: expiryTimestamp * 1000,
        relays: [],
        proposal: {
          id,
          publicKey,
          privateKey,
          asked: { optionalNamespaces, requiredNamespaces },
          ...(signIn && { authenticate: signIn }),
        },
      } satisfies PairingRecord,
    })
    const sent: ReturnType<SessionEngine['call']>[] = []
    if (signIn) {
      change({ [`keys/${signIn.topic}`]: { privateKey, pairingTopic: topic } })
      const authPayload = writeAuthPayload(signIn.request)
      const params = { authPayload, requester: { publicKey, metadata }, expiryTimestamp }
      const ttl = sessionLifetimes.pairing
      sent.push(call({ topic, method: 'wc_sessionAuthenticate', id: signIn.id, params, ttl }))
    }
    const params = {
      requiredNamespaces,
      optionalNamespaces,
      relays: [{ protocol: 'irn' }],
      pairingTopic: topic,
      proposer: { publicKey, metadata },
      expiryTimestamp,
      ...(sessionProperties && { sessionProperties }),
    }
    sent.push(call({ topic, method: 'wc_sessionPropose', id, params }))
    void listen(signIn ? [topic, signIn.topic] : [topic])
    watch()
    const taken = Promise.all(sent.map((message) => message.taken))
    taken.catch(() => {
      for (const message of sent) message.cancel()
      endPairing(topic)
    })
    return { topic, taken }
  }

  const finish: Pairings['finish'] = (topic, outcome) => {
    const { change, forget, getPairing, stored } = engine()
    const pairing = getPairing(topic)
    if (!pairing || pairing.outcome) return
    const { proposal, ...rest } = pairing
    // An abandoned proposal stays: a wallet that still approves it must be notified.
    const isAbandoned = 'code' in outcome && outcome.code === 'user_rejected'
    change({ [`pairings/${topic}`]: { ...rest, ...(isAbandoned && { proposal }), outcome } })
    if (proposal?.authenticate && !isAbandoned) forget([proposal.authenticate.topic])
    const tell = () => resolve(topic, outcome)
    stored().then(tell, tell)
  }

  return {
    finish,
    pair: async (options, { once, signal }) => {
      const paired = await once(async (keep) => {
        const { topic, taken } = propose(options)
        keep(topic)
        await untilAborted(taken, signal, () => abandon(topic))
        return topic
      })
      return show(paired as string)
    },
    resume: (uri) => {
      const known = records().find(([, record]) => record.uri === uri)
      return known && show(known[0])
    },
    approval: async (topic, signal) => {
      const pairing = engine().getPairing(topic)
      if (!pairing) return { code: 'pairing_expired' }
      const outcome = pairing.outcome ?? (engine().deferreds.get(`pairing:${topic}`) as Promise<Outcome>)
      return untilAborted(Promise.resolve(outcome), signal, () => abandon(topic))
    },
    onPairingEnd: (topic) => void resolve(topic, { error: sessionReasons.userDisconnected }),
    sweep: (time) => {
      for (const [topic, { expiresAt }] of records()) {
        if (expiresAt > time) continue
        resolve(topic, { code: 'pairing_expired' })
        engine().endPairing(topic)
      }
      return records().map(([, { expiresAt }]) => expiresAt)
    },
  }
}

/** Includes the methods of the proposal, so that the wallet can derive a session from the signature. */
function withRecap(request: AuthenticationRequest, asked: readonly ProposalNamespaces[]): AuthenticationRequest {
  const family = familyOf(request.chains[0] ?? '')
  const methods = asked
    .flatMap((namespaces) => Object.entries(namespaces))
    .flatMap(([key, entry]) => (familyOf(key) === family ? entry.methods : []))
  return methods.length
    ? { ...request, resources: [...(request.resources ?? []), writeRecap({ family, methods })] }
    : request
}
