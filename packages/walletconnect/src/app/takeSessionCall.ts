import { type SessionReason, sessionLifetimes, sessionReasons } from '@latchkey/protocol/relay'
import { sessionEnd, toSeconds } from '../session/createSessionEngine.ts'
import { asRecord, type RpcRequest } from '../session/rpc.ts'
import type { Session, SessionNamespaces } from '../session/Session.ts'
import type { SessionEngine } from '../session/SessionEngine.ts'
import { agreesTo, findSettlementIssue } from '../session/validateNamespaces.ts'
import type { AppEvent } from './AppClient.ts'

/** Clocks differ: a session may end this much later than the maximum (seconds). */
export const clockSkew = 86_400

/**
 * Takes a wallet's update, extension or event for a live session. Answers each one; refuses an invalid one without any change.
 * @returns false if it is another kind of message
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
    // IDs begin with the time in milliseconds, so an update older than the last one is late.
    const isLate = Math.floor(id / 1000) < Math.floor((record.updateId ?? 0) / 1000)
    const issue = isLate
      ? sessionReasons.invalidUpdate
      : findSettlementIssue({ namespaces, required: session.requiredNamespaces })
    engine.answer({ topic, method, id, answer: toAnswer(issue) })
    if (!issue) update({ namespaces: namespaces as SessionNamespaces }, id)
    return true
  }
  if (method === 'wc_sessionExtend') {
    // Some wallets send no expiry; then it is the default.
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
