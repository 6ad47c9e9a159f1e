import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A received call, and the real node's answer. */
type Call = { method: string; params: unknown[] }
type Answer = { result: unknown } | { error: { code: number; message: string; data?: unknown } }

/** Handles a call: returns an answer, or `lost` to cut the connection. */
export type Fault = (call: Call, ask: () => Promise<Answer>) => Promise<Answer | 'lost'> | Answer | 'lost'

/** A proxy between the server and the real node, which fails as configured. */
export type FaultyNode = {
  url: string
  /** Without an argument, it only forwards. */
  fail: (fault?: Fault) => void
  /** Methods of the received calls, in order. */
  methods: string[]
  stop: () => Promise<void>
}

export async function startFaultyNode(url: string): Promise<FaultyNode> {
  let fault: Fault | undefined
  const methods: string[] = []
  const ask = async ({ method, params }: Call): Promise<Answer> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
    return error ? { error } : { result }
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const body = JSON.parse(text) as (Call & { id: number }) | (Call & { id: number })[]
    const replies: object[] = []
    for (const { id, ...call } of Array.isArray(body) ? body : [body]) {
      methods.push(call.method)
      const answer = fault ? await fault(call, () => ask(call)) : await ask(call)
      if (answer === 'lost') return response.destroy()
      replies.push({ jsonrpc: '2.0', id, ...answer })
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(body) ? replies : replies[0]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    methods,
    fail: (next) => {
      fault = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
