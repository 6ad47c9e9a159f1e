import { type IncomingHttpHeaders, request } from 'node:http'
import { readWorld } from '../setup/World.ts'

/** Sends a request to the wallet's origin without a browser. Uses the IP address, because Node does not resolve names below `localhost`. */
export function askWallet({
  path,
  body,
  headers = {},
}: {
  path: string
  body?: unknown
  headers?: Record<string, string>
}): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const { host, port } = new URL(readWorld().wallet)
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { host, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      },
      async (response) => {
        const chunks = await response.toArray()
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        })
      },
    )
    asked.on('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
