import { readCookie } from '../platform/http/readCookie.ts'
import { attemptSeconds } from './attemptStore.ts'

/**
 * The cookie that binds an attempt to the browser in which it began: who comes back without it is somebody else. One for each attempt, so that
 * two windows do not disturb each other.
 *
 * @param options.isSecure the wallet's origin is https. Plain http, which exists on one's own machine only, has no `__Host-` cookies
 */
export function bindingCookieName({ attemptId, isSecure }: { attemptId: string; isSecure: boolean }): string {
  return `${isSecure ? '__Host-' : ''}latchkey-oauth-${attemptId}`
}

/**
 * Writes the cookie.
 *
 * @param options.value empty: forget it
 * @param options.returnsByPost the visitor comes back by a form of another site's page, which `Lax` cookies do not go with
 */
export function writeBindingCookie({
  attemptId,
  value,
  isSecure,
  returnsByPost,
}: {
  attemptId: string
  value: string
  isSecure: boolean
  returnsByPost: boolean
}): string {
  return [
    `${bindingCookieName({ attemptId, isSecure })}=${value}`,
    'Path=/',
    'HttpOnly',
    // Browsers take `None` only with `Secure`, and `Secure` from their own machine too.
    ...(isSecure || returnsByPost ? ['Secure'] : []),
    `SameSite=${returnsByPost ? 'None' : 'Lax'}`,
    `Max-Age=${value === '' ? 0 : attemptSeconds}`,
  ].join('; ')
}

/** The cookie of an attempt; undefined when this browser has none. */
export function readBindingCookie({
  header,
  attemptId,
  isSecure,
}: {
  header: string | null
  attemptId: string
  isSecure: boolean
}): string | undefined {
  return readCookie({ header, name: bindingCookieName({ attemptId, isSecure }) })
}
