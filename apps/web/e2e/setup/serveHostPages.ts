import { createServer } from 'node:http'
import type { HostPages } from './World.ts'

/**
 * Serves bare pages under several names of this machine, each a site of its own: `good` and `other` belong to the project, `evil`
 * does not. A page has nothing on it: tests bring what it does. `/holds?url=` holds another page in a frame.
 */
export async function serveHostPages() {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const held = searchParams.get('url')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (searchParams.has('coop')) response.setHeader('cross-origin-opener-policy', 'same-origin')
    const frame =
      pathname === '/holds' && held ? `<iframe id="held" src="${held.replaceAll('"', '&quot;')}"></iframe>` : ''
    response.end(`<!doctype html><meta charset="utf-8"><title>Host page</title><body>${frame}</body>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The host pages have no port')
  const at = (name: string) => `http://${name}.localhost:${address.port}`
  const urls: HostPages = { good: at('good'), other: at('other'), evil: at('evil') }
  return {
    urls,
    goodOrigins: [urls.good, urls.other],
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
