import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Apple's page posts to the first, from its own origin, and the answer leads to the second: a browser that kept the form's origin on the way must
 * not be met by a refusal. What the form brings counts only with the state and the cookie of an attempt, and the page says no more than its address.
 */
const returns: readonly string[] = ['POST /oauth/callback/apple', 'GET /popup/done']

/**
 * Creates what looks at every request of the wallet's origin before anything else: it must be for this host (a name that was made to
 * point here is refused), from no other origin, and what changes something must be JSON, which no form can send. Cookies are read in one place
 * alone: where providers send visitors back to, which Apple does by a form of its own page.
 *
 * @throws LatchkeyError `host_refused`, `origin_not_allowed`, `unsupported_media_type`
 */
export function createGuard({ publicUrl }: { publicUrl: string }): (request: Request) => void {
  const { host, origin } = new URL(publicUrl)
  return (request) => {
    const { headers, method, url } = request
    const { pathname, host: asked } = new URL(url)
    if ((headers.get('host') ?? asked).toLowerCase() !== host) throw new ServiceError('host_refused', { field: 'host' })

    if (returns.includes(`${method} ${pathname}`)) return

    const from = headers.get('origin')
    if (from !== null && from !== origin) throw refuseOrigin('The wallet answers its own pages only')
    const isApi = pathname === '/v1' || pathname.startsWith('/v1/')
    const site = headers.get('sec-fetch-site')
    if (isApi && site !== null && site !== 'same-origin') throw refuseOrigin('The wallet answers its own pages only')

    if (method !== 'POST') return
    const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
    if (type === 'application/json' || (type === undefined && isEmpty(headers))) return
    throw new ServiceError('unsupported_media_type', {
      field: 'content-type',
      message: 'The body must be application/json',
    })
  }
}

function isEmpty(headers: Headers): boolean {
  return !headers.has('transfer-encoding') && (headers.get('content-length') ?? '0') === '0'
}

function refuseOrigin(message: string): ServiceError {
  return new ServiceError('origin_not_allowed', { message, field: 'origin' })
}
