import { hashToken } from '../platform/crypto/hashToken.ts'
import { isSameHash } from '../platform/crypto/isSameHash.ts'
import { readCookie } from '../platform/http/readCookie.ts'
import type { AttemptRow } from './attemptStore.ts'
import { attemptSeconds } from './attemptStore.ts'

/** One per attempt. Plain http, for localhost only, has no `__Host-` cookies. */
const nameOf = ({ attemptId, isSecure }: { attemptId: string; isSecure: boolean }) =>
  `${isSecure ? '__Host-' : ''}latchkey-start-${attemptId}`

/**
 * Creates the `set-cookie` header for the frame that starts an attempt. A window of the same browser sends the cookie back, which
 * identifies the browser. This works only if the browser shares cookies between a window and a frame in a site's page. `None`, because the
 * frame is in a page of another site.
 */
export function writeStartCookie({
  attemptId,
  value,
  isSecure,
}: {
  attemptId: string
  value: string
  /** Whether the wallet's origin is https. */
  isSecure: boolean
}): string {
  return `${nameOf({ attemptId, isSecure })}=${value}; Path=/; HttpOnly; Secure; SameSite=None; Max-Age=${attemptSeconds}`
}

/** Returns whether a request comes from the browser that started the attempt. */
export function isStartBrowser({
  header,
  attempt: { id, startHash },
  isSecure,
}: {
  /** The request's `cookie` header. */
  header: string | null | undefined
  attempt: Pick<AttemptRow, 'id' | 'startHash'>
  /** Whether the wallet's origin is https. */
  isSecure: boolean
}): boolean {
  const value = readCookie({ header, name: nameOf({ attemptId: id, isSecure }) })
  return value !== undefined && isSameHash(startHash, hashToken(value))
}
