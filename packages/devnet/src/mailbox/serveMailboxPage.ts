import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MessageStore } from './createMessageStore.ts'

/** Milliseconds that a request for the next mail may wait. */
const longestWait = 25_000

const files: Readonly<Record<string, { file: string; type: string }>> = {
  '/': { file: 'mailbox.html', type: 'text/html; charset=utf-8' },
  '/mailbox.css': { file: 'mailbox.css', type: 'text/css; charset=utf-8' },
  '/mailbox.js': { file: 'mailbox.js', type: 'text/javascript; charset=utf-8' },
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
// An email may contain styles, but no scripts, forms or remote resources.
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups; frame-ancestors 'self'"

/**
 * The mailbox in a browser and for tests, on loopback only:
 *
 * - `GET /api/messages?to=` → `{messages}` (newest first); `DELETE /api/messages`
 * - `GET /api/messages/next?to=&after=` → the first newer one, waiting up to 25 s (204 when none came)
 * - `GET /api/messages/{id}`, `GET /api/messages/{id}/html`; `GET /api/stream` (server-sent events)
 */
export async function serveMailboxPage({
  store,
  port,
}: {
  store: MessageStore
  port: number
}): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    void answer({ request, response, store }).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  const { port: opened } = server.address() as AddressInfo
  return {
    url: `http://localhost:${opened}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer({
  request,
  response,
  store,
}: {
  request: IncomingMessage
  response: ServerResponse
  store: MessageStore
}) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const send = (status: number, type: string, body: string, csp = policy) => {
    response.writeHead(status, {
      'content-type': type,
      'content-security-policy': csp,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  const json = (value: unknown, status = 200) => send(status, 'application/json', JSON.stringify(value))
  const to = searchParams.get('to') ?? undefined

  const file = files[pathname]
  if (file) {
    send(200, file.type, readFileSync(new URL(`./page/${file.file}`, import.meta.url), 'utf8'))
    return
  }
  if (pathname === '/api/messages') {
    if (request.method === 'DELETE') store.clear()
    json({ messages: store.list({ to }) })
    return
  }
  if (pathname === '/api/messages/next' && to !== undefined) {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(longestWait)])
    const message = await store.next({ to, after: Number(searchParams.get('after') ?? 0), signal })
    if (message) json(message)
    else if (!gone.signal.aborted) response.writeHead(204).end()
    return
  }
  if (pathname === '/api/stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(': open\n\n')
    const stop = store.subscribe(({ id }) => response.write(`data: ${id}\n\n`))
    response.on('close', stop)
    return
  }
  const match = /^\/api\/messages\/(\d+)(\/html)?$/.exec(pathname)
  const message = match ? store.find(Number(match[1])) : undefined
  if (!message) json({ error: 'There is no such mail' }, 404)
  else if (match?.[2]) send(200, 'text/html; charset=utf-8', message.html ?? '', mailPolicy)
  else json(message)
}
