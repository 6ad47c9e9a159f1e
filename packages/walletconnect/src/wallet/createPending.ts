import {
  type SessionReason,
  sessionCalls,
  sessionLifetimes,
  sessionReasons,
  WalletConnectError,
} from '@latchkey/protocol/relay'
import { toSeconds } from '../session/createSessionEngine.ts'
import { readAuthPayload } from '../session/readAuthentication.ts'
import type { PairingRecord, PendingRecord } from '../session/records.ts'
import { asRecord, type RpcRequest, readParticipant } from '../session/rpc.ts'
import type { ProposalNamespaces } from '../session/Session.ts'
import type { SessionEngine } from '../session/SessionEngine.ts'
import { agreesTo, findProposalIssue } from '../session/validateNamespaces.ts'
import type { PendingRequest } from './WalletClient.ts'

/** Pending requests of one app at a time; a person answers one after the other. */
const most = 50
/** Source: EIP-1474. */
const limitExceeded: SessionReason = { code: -32_005, message: 'Limit exceeded.' }

/** Requests that wait for the visitor. Requests that an app may not make are refused earlier. */
export type Pending = {
  list: () => PendingRequest[]
  records: () => readonly (readonly [key: string, record: PendingRecord])[]
  /** @throws LatchkeyError `proposal_not_found` */
  require: <K extends PendingRequest['kind']>(
    id: number,
    ...kinds: readonly K[]
  ) => PendingRecord & { entry: Extract<PendingRequest, { kind: K }> }
  drop: (isOver: (record: PendingRecord) => boolean) => void
  /** Shows the proposal behind a sign-in. */
  reveal: (pairingTopic: string) => void
  /** @returns false if an app may not send it */
  takeRequest: (topic: string, request: RpcRequest) => boolean
  sweep: (time: number) => readonly number[]
}

export function createPending(engine: () => SessionEngine, signsIn: boolean): Pending {
  const records = () => engine().store.list('pending/') as [string, PendingRecord][]
  const list = () => records().flatMap(([, { entry, hidden }]) => (hidden ? [] : [entry]))
  const tell = () => engine().tell('pending', list)

  const drop: Pending['drop'] = (isOver) => {
    const over = records().filter(([, record]) => isOver(record))
    if (!over.length) return
    engine().change(Object.fromEntries(over.map(([key]) => [key, undefined])))
    tell()
  }

  /** Keeps it for the visitor, or returns the reason of the refusal. */
  const keep = (record: PendingRecord): SessionReason | undefined => {
    const { change, getPairing, store } = engine()
    const key = `pending/${record.entry.id}`
    // ID of another app: IDs contain time and randomness, so this is not an accident.
    if (store.get(key)) return sessionReasons.invalidMethod
    if (records().filter(([, { topic }]) => topic === record.topic).length >= most) return limitExceeded
    const pairing = getPairing(record.topic)
    // A timely request can be answered as long as the app waits.
    const expiresAt = Math.max(pairing?.expiresAt ?? 0, record.entry.expiry * 1000)
    change({ [key]: record, ...(pairing ? { [`pairings/${record.topic}`]: { ...pairing, expiresAt } } : {}) })
    tell()
    return undefined
  }

  const takeProposal = (topic: string, { announcesSignIn }: PairingRecord, { id, params }: RpcRequest) => {
    const { requiredNamespaces = {}, optionalNamespaces = {}, sessionProperties, expiryTimestamp } = params
    const proposer = readParticipant(params.proposer)
    const issue = findProposalIssue(requiredNamespaces) ?? findProposalIssue(optionalNamespaces)
    const expiry = expiryOf(expiryTimestamp, sessionLifetimes.pairing)
    if (!proposer || issue) return issue ?? sessionReasons.invalidMethod
    if (!expiry) return sessionReasons.requestExpired
    return keep({
      topic,
      peerPublicKey: proposer.publicKey,
      ...(announcesSignIn && { hidden: true }),
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
    if (!signsIn) return sessionReasons.unsupportedProtocolMethod
    const requester = readParticipant(params.requester)
    const request = readAuthPayload(params.authPayload)
    const expiry = expiryOf(params.expiryTimestamp, sessionCalls.wc_sessionAuthenticate.request.ttl)
    if (!requester || !request) return sessionReasons.invalidMethod
    if (!expiry) return sessionReasons.requestExpired
    const entry = { kind: 'authentication', id, peer: requester.metadata, request, expiry } as const
    return keep({ topic, peerPublicKey: requester.publicKey, entry })
  }

  /** Asks the visitor, unless the app may not make this request. */
  const takeQuestion = (topic: string, { id, params }: RpcRequest) => {
    const { namespaces, peer } = engine().requireSession(topic).session
    const { chainId } = params
    const { method, params: question, expiryTimestamp, expiry: specified } = asRecord(params.request)
    if (typeof chainId !== 'string' || typeof method !== 'string') return sessionReasons.invalidMethod
    if (!agreesTo({ namespaces, chainId })) return sessionReasons.unauthorizedChain
    if (!agreesTo({ namespaces, chainId, method })) return sessionReasons.unauthorizedMethod
    const expiry = expiryOf(expiryTimestamp ?? specified, sessionLifetimes.maximumRequest)
    if (!expiry) return sessionReasons.requestExpired
    const entry = { kind: 'request', id, topic, peer, chainId, method, params: question, expiry } as const
    return keep({ topic, entry })
  }

  /** Unix seconds; undefined if it expired. Limited to the longest time, because an app's clock may be wrong. */
  const expiryOf = (asked: unknown, longest: number): number | undefined => {
    const time = toSeconds(engine().now())
    if (typeof asked !== 'number') return time + sessionLifetimes.pairing
    return asked > time ? Math.min(asked, time + longest) : undefined
  }

  return {
    list,
    records,
    drop,
    require: (id, ...kinds) => {
      engine().watch()
      const record = engine().store.get(`pending/${id}`) as PendingRecord | undefined
      const isThat = (kind: string): kind is (typeof kinds)[number] => (kinds as readonly string[]).includes(kind)
      if (!record || !isThat(record.entry.kind)) throw new WalletConnectError('proposal_not_found')
      return record as ReturnType<Pending['require']> as never
    },
    reveal: (pairingTopic) => {
      for (const [key, { hidden, ...shown }] of records()) {
        if (shown.topic === pairingTopic && hidden) engine().change({ [key]: shown })
      }
      tell()
    },
    takeRequest: (topic, request) => {
      const { answer, getPairing, getSession } = engine()
      const { id, method } = request
      const pairing = getPairing(topic)
      let error: SessionReason | undefined
      if (pairing && method === 'wc_sessionPropose') error = takeProposal(topic, pairing, request)
      else if (pairing && method === 'wc_sessionAuthenticate') error = takeSignIn(topic, request)
      else if (getSession(topic) && method === 'wc_sessionRequest') error = takeQuestion(topic, request)
      else if (method === 'wc_sessionEvent' || method === 'wc_sessionUpdate' || method === 'wc_sessionExtend') {
        // Only the controller may send those, and that is the wallet.
        error = sessionReasons.unauthorizedMethod
      } else return false
      if (error) answer({ topic, method, id, answer: { error }, refusal: 'automatic' })
      return true
    },
    sweep: (time) => {
      drop(({ entry: { expiry } }) => expiry * 1000 <= time)
      return records().map(([, { entry }]) => entry.expiry * 1000)
    },
  }
}
