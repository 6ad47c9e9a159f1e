import { type SessionReason, sessionLifetimes, sessionReasons } from '@latchkey/protocol/relay'
import { sessionEnd, toSeconds } from '../session/createSessionEngine.ts'
import { asRecord, type RpcRequest } from '../session/rpc.ts'
import type { Session, SessionNamespaces } from '../session/Session.ts'
import type { SessionEngine } from '../session/SessionEngine.ts'
import { agreesTo, findSettlementIssue } from '../session/validateNamespaces.ts'
import type { AppEvent } from './AppClient.ts'

/** Clocks differ: so much later than the latest may a session end (seconds). */
export const clockSkew = 86_400

/**
 * What a wallet says of a live session: other accounts and methods, a later end, an event. Each is answered; what does not fit is
 * refused and changes nothing.
 * @returns false when it is something else
 */
export function takeSessionCall(engine: SessionEngine, topic: string, { id, method, params }: RpcRequest): boolean {
  const record = engine.getSession(topic)
  if (!record) return false
  const { session } = record
  const notify = (event: AppEvent) => engine.tell('event', () => event)
  const update = (changed: Partial<Session>, updateId = record.updateId) => {
    const next = { ...session, ...changed }
    engine.putSession({ ...record, session: next, ...(updateId && { updateId }) })
    notify({ type: 'sessionUpdated', session: next })
  }

  if (method === 'wc_sessionUpdate') {
    const { namespaces } = params
    // Ids begin with the time in milliseconds: what was sent before the last one comes too late.
    const isLate = Math.floor(id / 1000) < Math.floor((record.updateId ?? 0) / 1000)
    const issue = isLate
      ? sessionReasons.invalidUpdate
      : findSettlementIssue({ namespaces, required: session.requiredNamespaces })
    engine.answer({ topic, method, id, answer: toAnswer(issue) })
    if (!issue) update({ namespaces: namespaces as SessionNamespaces }, id)
    return true
  }
  if (method === 'wc_sessionExtend') {
    // Some say nothing: then it is the usual time.
    const { expiry = Math.max(session.expiry, sessionEnd(engine.now())) } = params
    const latest = toSeconds(engine.now()) + sessionLifetimes.session + clockSkew
    const fits = typeof expiry === 'number' && expiry >= session.expiry && expiry <= latest
    engine.answer({ topic, method, id, answer: toAnswer(fits ? undefined : sessionReasons.invalidExtend) })
    if (fits) update({ expiry })
    return true
  }
  if (method === 'wc_sessionEvent') {
    const { chainId } = params
    const { name, data } = asRecord(params.event)
    const isEvent = typeof name === 'string' && typeof chainId === 'string'
    const { namespaces } = session
    const issue = !isEvent
      ? sessionReasons.invalidEvent
      : !agreesTo({ namespaces, chainId })
        ? sessionReasons.unauthorizedChain
        : !agreesTo({ namespaces, chainId, event: name })
          ? sessionReasons.unauthorizedEvent
          : undefined
    engine.answer({ topic, method, id, answer: toAnswer(issue) })
    if (isEvent && !issue) notify({ type: 'sessionEvent', topic, chainId, name, data })
    return true
  }
  return false
}

function toAnswer(error: SessionReason | undefined) {
  return error ? { error } : { result: true }
}
