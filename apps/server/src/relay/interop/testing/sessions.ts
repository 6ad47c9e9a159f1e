import type { InteropSession } from './Interop.ts'

/** What a session of any of the clients has. */
type AnySession = {
  readonly topic: string
  readonly expiry: number
  readonly namespaces: Readonly<Record<string, { readonly accounts: readonly string[] }>>
}

/** A client's session as the flows look at it. */
export function readSession({ topic, expiry, namespaces }: AnySession): InteropSession {
  return { topic, expiry, accounts: Object.values(namespaces).flatMap(({ accounts }) => accounts) }
}

/** The session of a topic; undefined when there is none any more. */
export function toSession(sessions: readonly AnySession[], topic: string): InteropSession | undefined {
  const found = sessions.find((session) => session.topic === topic)
  return found && readSession(found)
}

/** A refusal is looked at by whoever awaits it, which may be later. */
export function settle<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
