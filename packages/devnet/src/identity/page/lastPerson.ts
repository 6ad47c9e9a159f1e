import type { IncomingMessage, ServerResponse } from 'node:http'
import { findPerson, type Person, people } from '../people.ts'

const cookieName = 'sandbox_person'
/** Seconds for which a choice is remembered: the wallet gives a login as long. */
const keptSeconds = 600

/** Returns the person that this browser chose at the face a moment ago, or undefined. */
export function readLastPerson({ headers }: IncomingMessage): Person | undefined {
  const [, value = ''] = new RegExp(`(?:^|; *)${cookieName}=([^;]*)`).exec(headers.cookie ?? '') ?? []
  try {
    return findPerson(decodeURIComponent(value))
  } catch {
    // Another program wrote it: `decodeURIComponent` throws on a stray percent sign.
    return undefined
  }
}

/**
 * Remembers the chosen person in this browser, for a second question of the same login.
 *
 * @param options.path the face's path: other faces do not see the cookie
 */
export function writeLastPerson({
  response,
  person,
  path,
}: {
  response: ServerResponse
  person: Person
  path: string
}): void {
  const value = encodeURIComponent(people.includes(person) ? person.id : person.name)
  const cookie = `${cookieName}=${value}; Path=${path}; Max-Age=${keptSeconds}; HttpOnly; SameSite=Lax`
  response.appendHeader('set-cookie', cookie)
}
