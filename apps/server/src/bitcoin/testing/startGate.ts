import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Handles a request itself and returns true, or returns false to forward it. */
export type GateBehaviour = (request: IncomingMessage, response: ServerResponse) => boolean

/** A proxy of another server, which fails as configured. */
export type Gate = {
  url: string
  /** Paths of the received requests, in order. */
  paths: string[]
  behave: (behaviour: GateBehaviour) => void
  stop: () => Promise<void>
}

/** Forwards everything. */
export const open: GateBehaviour = () => false

/** Starts a gate in front of an Esplora server. */
export async function startGate({ target }: { target: string }): Promise<Gate> {
  let behaviour = open
  const paths: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    paths.push(path)
    if (behaviour(request, response)) return
    void pass({ target: `${target}${path}`, request, response }).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    paths,
    behave: (next) => {
      behaviour = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Forwards a request, and returns the response. */
export async function pass({
  target,
  request,
  response,
}: {
  target: string
  request: IncomingMessage
  response: ServerResponse
}): Promise<void> {
  const { method = 'GET' } = request
  let body = ''
  for await (const chunk of request) body += chunk
  const reply = await fetch(target, method === 'POST' ? { method, body } : { method })
  response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'text/plain' })
  response.end(await reply.text())
}
