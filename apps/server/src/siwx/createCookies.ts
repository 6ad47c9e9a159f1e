import { createHash } from 'node:crypto'
import { createToken } from '../platform/crypto/createToken.ts'
import { readCookie } from '../platform/http/readCookie.ts'
import type { CookieCall } from './Siwx.ts'

/** Seconds for which a browser keeps the cookie of its nonces. */
const browserSeconds = 600
/** A token of `createToken`. */
const token = /^[A-Za-z0-9_-]{43}$/

/**
 * Reads and writes the cookies that identify a browser. Scripts cannot read them, and requests from pages of other sites do not include
 * them.
 */
export type Cookies = {
  /** Returns the cookie to which nonces are bound, or undefined. */
  readBrowser: (call: CookieCall) => string | undefined
  /** Sets that cookie, or renews the existing one for ten minutes, because another tab may be signing in. */
  keepBrowser: (call: CookieCall) => string
  /** Returns the token of the sign-in. */
  readSession: (call: CookieCall) => string | undefined
  writeSession: (call: CookieCall, session: { token: string; seconds: number }) => void
  forgetSession: (call: CookieCall) => void
}

/**
 * Creates the cookies. Each origin of each project has a separate sign-in cookie, so that pages of different origins do not sign out each
 * other's visitors. A request without an origin comes from a page on the server's own origin, or from a script with cookies. Both use the
 * cookie of that origin.
 *
 * @param options.ownOrigin URL at which browsers reach the server. Plain http, for localhost only, has no `__Host-` cookies
 */
export function createCookies({ ownOrigin = '' }: { ownOrigin: string | undefined }): Cookies {
  const isSecure = ownOrigin.startsWith('https:')
  const prefix = `${isSecure ? '__Host-' : ''}latchkey-siwx-`
  const browserName = `${prefix}browser`
  const sessionName = ({ project, origin = ownOrigin }: CookieCall) => `${prefix}${project.id}-${hashOrigin(origin)}`
  const read = ({ readHeader }: CookieCall, name: string) => {
    const value = readCookie({ header: readHeader('cookie'), name })
    return value !== undefined && token.test(value) ? value : undefined
  }
  const write = ({ header }: CookieCall, name: string, value: string, seconds: number) =>
    header(
      'set-cookie',
      [
        `${name}=${value}`,
        'Path=/',
        'HttpOnly',
        ...(isSecure ? ['Secure'] : []),
        'SameSite=Strict',
        `Max-Age=${seconds}`,
      ].join('; '),
    )

  return {
    readBrowser: (call) => read(call, browserName),
    keepBrowser: (call) => {
      const value = read(call, browserName) ?? createToken()
      write(call, browserName, value, browserSeconds)
      return value
    },
    readSession: (call) => read(call, sessionName(call)),
    writeSession: (call, session) => write(call, sessionName(call), session.token, session.seconds),
    forgetSession: (call) => write(call, sessionName(call), '', 0),
  }
}

/** Returns sixteen hexadecimal digits of an origin's hash, which is enough to separate the origins of a project. */
function hashOrigin(origin: string): string {
  return createHash('sha256').update(origin).digest('hex').slice(0, 16)
}
