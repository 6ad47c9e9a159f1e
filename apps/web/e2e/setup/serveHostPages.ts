import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import type { HostPages } from './World.ts'

/**
 * Serves empty pages under several hostnames of this machine, each a separate site. `good` and `other` belong to the project, `evil`
 * does not. Tests add the content. `/holds?url=` embeds another page in a frame. `wagmi` and `kit` also belong to the project. They serve
 * the files of `interopFolder` and `hostsFolder` under a content security policy. `kit` uses the one that `?policy=` names, with a new
 * nonce for each page.
 */
export async function serveHostPages({ interopFolder, hostsFolder }: { interopFolder: string; hostsFolder: string }) {
  let policies: HostPolicies = { interop: forbidden, minimal: forbidden, nonce: forbidden }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (request.headers.host?.startsWith('wagmi.')) {
      response.setHeader('content-security-policy', policies.interop)
      void serveFile({ response, folder: interopFolder, path: pathname })
      return
    }
    if (request.headers.host?.startsWith('kit.')) {
      const nonce = randomUUID()
      const policy = policies[(searchParams.get('policy') ?? '') as keyof HostPolicies]
      if (policy) response.setHeader('content-security-policy', policy.replaceAll(nonceMark, nonce))
      void serveFile({ response, folder: hostsFolder, path: pathname, nonce })
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
  const urls: HostPages = { good: at('good'), other: at('other'), evil: at('evil'), wagmi: at('wagmi'), kit: at('kit') }
  return {
    urls,
    goodOrigins: [urls.good, urls.other, urls.wagmi, urls.kit],
    setPolicies: (next: HostPolicies) => {
      policies = next
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Policies of the pages; `__NONCE__` in them is replaced with the page's nonce. */
export type HostPolicies = { interop: string; minimal: string; nonce: string }

const forbidden = "default-src 'none'"
const nonceMark = '__NONCE__'

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

async function serveFile({
  response,
  folder,
  path,
  nonce,
}: {
  response: ServerResponse
  folder: string
  path: string
  nonce?: string
}) {
  // The URL parser has already removed `..`.
  const file = join(folder, path === '/' ? 'index.html' : path)
  const content = await readFile(file).catch(() => undefined)
  response.statusCode = content ? 200 : 404
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
  response.end(nonce && extname(file) === '.html' ? content?.toString().replaceAll(nonceMark, nonce) : content)
}
