import { hashToken } from '../platform/crypto/hashToken.ts'
import { isSameHash } from '../platform/crypto/isSameHash.ts'
import { readCookie } from '../platform/http/readCookie.ts'
import type { AttemptRow } from './attemptStore.ts'
import { attemptSeconds } from './attemptStore.ts'

/** One for each attempt. Plain http, which exists on one's own machine only, has no `__Host-` cookies. */
const nameOf = ({ attemptId, isSecure }: { attemptId: string; isSecure: boolean }) =>
  `${isSecure ? '__Host-' : ''}latchkey-start-${attemptId}`

/**
 * Writes the cookie that the frame gets when it begins an attempt. It comes back from a window of the same browser, and so tells that browser
 * from all others, wherever the browser lets a frame in a site's page share cookies with a window. `None`, because the frame stands in a
 * page of another site.
 */
export function writeStartCookie({
  attemptId,
  value,
  isSecure,
}: {
  attemptId: string
  value: string
  /** The wallet's origin is https. */
  isSecure: boolean
}): string {
  return `${nameOf({ attemptId, isSecure })}=${value}; Path=/; HttpOnly; Secure; SameSite=None; Max-Age=${attemptSeconds}`
}

/** Whether a request comes from the browser in which an attempt was begun. */
export function isStartBrowser({
  header,
  attempt: { id, startHash },
  isSecure,
}: {
  /** The request's `cookie` header. */
  header: string | null | undefined
  attempt: Pick<AttemptRow, 'id' | 'startHash'>
  /** The wallet's origin is https. */
  isSecure: boolean
}): boolean {
  const value = readCookie({ header, name: nameOf({ attemptId: id, isSecure }) })
  return value !== undefined && isSameHash(startHash, hashToken(value))
}
