import { createHash } from 'node:crypto'
import { createToken } from '../platform/crypto/createToken.ts'
import { readCookie } from '../platform/http/readCookie.ts'
import type { CookieCall } from './Siwx.ts'

/** Seconds for which a browser keeps what its nonces are bound to. */
const browserSeconds = 600
/** What `createToken` makes. */
const token = /^[A-Za-z0-9_-]{43}$/

/** Reads and writes the cookies by which a browser is known. Scripts never see them, and no page of another site has them sent. */
export type Cookies = {
  /** What nonces are bound to; undefined when the browser sent none. */
  readBrowser: (call: CookieCall) => string | undefined
  /** Gives the browser one, or another ten minutes with the one that it has: another tab may be signing in. */
  keepBrowser: (call: CookieCall) => string
  /** The token of the session. */
  readSession: (call: CookieCall) => string | undefined
  writeSession: (call: CookieCall, session: { token: string; seconds: number }) => void
  forgetSession: (call: CookieCall) => void
}

/**
 * Creates the cookies. Each origin of each project has a session's cookie of its own, so that its pages do not sign one another's visitors out.
 * Who says no origin is a page of the server's own origin, which the browser leaves out, or a script with cookies: both have the cookie of that origin.
 *
 * @param options.ownOrigin where browsers reach the server. Plain http, which exists on one's own machine only, has no `__Host-` cookies
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

/** As much of an origin's hash as tells the origins of a project apart: sixteen hexadecimal digits. */
function hashOrigin(origin: string): string {
  return createHash('sha256').update(origin).digest('hex').slice(0, 16)
}
