import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A JSON-RPC call as the fake received it. */
type ReceivedCall = { id: number; method: string; params: unknown[] }

/** Behavior of the fake for a request: it returns an answer per call, or writes the response directly. */
export type UpstreamBehaviour = (
  calls: readonly ReceivedCall[],
  response: ServerResponse,
  request: IncomingMessage,
) => { result: unknown } | { error: { code: number; message: string } } | undefined

/** A small HTTP server that replaces a node, and fails in chosen ways. */
export type FakeUpstream = {
  url: string
  /** Received methods, in order. A batch counts call by call. */
  methods: string[]
  behave: (behaviour: UpstreamBehaviour) => void
  stop: () => Promise<void>
}

/** Answers `eth_chainId` with the chain, so that the fake passes the probe and fails elsewhere. */
export function onChain(chainId: string, rest: UpstreamBehaviour): UpstreamBehaviour {
  return (calls, response, request) =>
    calls.every(({ method }) => method === 'eth_chainId') ? { result: chainId } : rest(calls, response, request)
}

/** Starts a fake upstream. */
export async function startFakeUpstream(initial: UpstreamBehaviour): Promise<FakeUpstream> {
  let behaviour = initial
  const methods: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const body: ReceivedCall | ReceivedCall[] = JSON.parse(text)
    const calls = Array.isArray(body) ? body : [body]
    methods.push(...calls.map(({ method }) => method))
    const answer = behaviour(calls, response, request)
    if (!answer) return
    const replies = calls.map(({ id }) => ({ jsonrpc: '2.0', id, ...answer }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(body) ? replies : replies[0]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    methods,
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
