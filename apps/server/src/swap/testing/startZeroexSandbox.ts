import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to the sandbox. */
export type SandboxRequest = { path: string; query: URLSearchParams; headers: IncomingHttpHeaders }

/** The sandbox's response; a string is sent unchanged. `never` leaves the request open. */
export type SandboxReply = { status?: number; headers?: Record<string, string>; body: unknown } | 'never'

/** A stand-in for the Swap API of 0x, version 2. */
export type ZeroexSandbox = {
  url: string
  requests: SandboxRequest[]
  /** Sets the response to all further requests. */
  answer: (reply: (request: SandboxRequest) => SandboxReply) => void
  stop: () => Promise<void>
}

/** **A sandbox** on this machine that answers as the documentation of 0x describes. Tests never call the real service. */
export async function startZeroexSandbox(): Promise<ZeroexSandbox> {
  const requests: SandboxRequest[] = []
  let reply: (request: SandboxRequest) => SandboxReply = () => ({ status: 500, body: {} })
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', 'http://sandbox')
    const request = { path: url.pathname, query: url.searchParams, headers: incoming.headers }
    requests.push(request)
    const answer = reply(request)
    if (answer === 'never') return
    outgoing.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
    outgoing.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (next) => {
      reply = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
