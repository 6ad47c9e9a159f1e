import { request } from 'node:http'

/**
 * Sends a request over a socket, as the proxy in front of the server does: to its port, with the name of the page's own host. `fetch` lets nobody
 * set that.
 */
export function sendOverHttp(
  server: string,
  { url, method = 'GET', headers, body }: { url: string; method?: string; headers: Headers; body?: unknown },
): Promise<Response> {
  const { host, pathname, search } = new URL(url)
  const given = { ...Object.fromEntries(headers), host, 'x-forwarded-proto': 'https' }
  return new Promise((resolve, reject) => {
    const sent = request(`${server}${pathname}${search}`, { method, headers: given }, (answer) => {
      const parts: Buffer[] = []
      answer.on('error', reject)
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const received = new Headers()
        for (let place = 0; place < answer.rawHeaders.length; place += 2)
          received.append(answer.rawHeaders[place] ?? '', answer.rawHeaders[place + 1] ?? '')
        const status = answer.statusCode ?? 0
        const isEmpty = status === 204 || status === 304
        resolve(new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: received }))
      })
    })
    sent.on('error', reject)
    sent.end(typeof body === 'string' ? body : undefined)
  })
}
