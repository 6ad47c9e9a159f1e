import { readCookie } from '../platform/http/readCookie.ts'
import { attemptSeconds } from './attemptStore.ts'

/**
 * Returns the name of the cookie that binds an attempt to its browser. A return without it is from another browser. Each attempt has its
 * own cookie, so that two windows do not affect each other.
 *
 * @param options.isSecure whether the wallet's origin is https. Plain http, for localhost only, has no `__Host-` cookies
 */
export function bindingCookieName({ attemptId, isSecure }: { attemptId: string; isSecure: boolean }): string {
  return `${isSecure ? '__Host-' : ''}latchkey-oauth-${attemptId}`
}

/**
 * Creates the `set-cookie` header.
 *
 * @param options.value empty to delete it
 * @param options.returnsByPost whether the visitor returns by a form on another site's page, for which `Lax` cookies are not sent
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
    // Browsers accept `None` only with `Secure`, and accept `Secure` from localhost as well.
    ...(isSecure || returnsByPost ? ['Secure'] : []),
    `SameSite=${returnsByPost ? 'None' : 'Lax'}`,
    `Max-Age=${value === '' ? 0 : attemptSeconds}`,
  ].join('; ')
}

/** Returns the cookie of an attempt, or undefined if this browser has none. */
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
