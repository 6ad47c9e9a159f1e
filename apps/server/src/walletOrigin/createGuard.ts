import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Apple's page sends a POST to the first, from its own origin, and the reply redirects to the second. A browser that keeps the form's
 * origin must not be refused there. The form's data only counts with the state and the cookie of an attempt, and the page shows no more
 * than its URL contains.
 */
const returns: readonly string[] = ['POST /oauth/callback/apple', 'GET /popup/done']

/**
 * Creates the first check of every request to the wallet's origin. The request must be for this host (which prevents DNS rebinding) and
 * from no other origin. A change must be JSON, which no form can send. Only the callbacks of providers read cookies, and Apple calls its
 * callback with a form on Apple's page.
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
