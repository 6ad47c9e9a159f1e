import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import type { HostPages } from './World.ts'

/**
 * Serves bare pages under several names of this machine, each a site of its own: `good` and `other` belong to the project, `evil`
 * does not. A page has nothing on it: tests bring what it does. `/holds?url=` holds another page in a frame. `wagmi`, which belongs
 * to the project too, serves the files of `interopFolder` under a content security policy.
 */
export async function serveHostPages({ interopFolder }: { interopFolder: string }) {
  let interopPolicy = "default-src 'none'"
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (request.headers.host?.startsWith('wagmi.')) {
      response.setHeader('content-security-policy', interopPolicy)
      void serveFile({ response, folder: interopFolder, path: pathname })
      return
    }
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
  const urls: HostPages = { good: at('good'), other: at('other'), evil: at('evil'), wagmi: at('wagmi') }
  return {
    urls,
    goodOrigins: [urls.good, urls.other, urls.wagmi],
    setInteropPolicy: (policy: string) => {
      interopPolicy = policy
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

async function serveFile({ response, folder, path }: { response: ServerResponse; folder: string; path: string }) {
  // The URL has no `..` in it any more.
  const file = join(folder, path === '/' ? 'index.html' : path)
  const content = await readFile(file).catch(() => undefined)
  response.statusCode = content ? 200 : 404
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
  response.end(content)
}
