import type { InteropSession } from './Interop.ts'

/** Common fields of the clients' sessions. */
type AnySession = {
  readonly topic: string
  readonly expiry: number
  readonly namespaces: Readonly<Record<string, { readonly accounts: readonly string[] }>>
}

/** Converts a client's session for the flows. */
export function readSession({ topic, expiry, namespaces }: AnySession): InteropSession {
  return { topic, expiry, accounts: Object.values(namespaces).flatMap(({ accounts }) => accounts) }
}

/** Returns the session of a topic, or undefined if there is none. */
export function toSession(sessions: readonly AnySession[], topic: string): InteropSession | undefined {
  const found = sessions.find((session) => session.topic === topic)
  return found && readSession(found)
}

/** Marks a rejection as handled, because the caller may await the promise later. */
export function settle<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
