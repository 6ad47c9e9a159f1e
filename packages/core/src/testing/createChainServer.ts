import type { Balance, HistoryItem } from '@latchkey/protocol/api'

/** Data of a test's fake server. */
export type ChainServer = {
  /** Node URLs by CAIP-2 network, for the gateway. */
  nodes: Readonly<Record<string, string>>
  balances: Balance[]
  history: HistoryItem[]
  /** Called before each answer. Its result, if any, replaces the answer. */
  intercept: (request: {
    url: URL
    calls: { method: string; params: unknown[] }[]
  }) => Response | undefined | Promise<Response | undefined>
}

/** Answers like the Latchkey server. The gateway forwards to the given nodes; other answers use the given data. */
export function answerAsServer(server: ChainServer): (url: string, init: RequestInit | undefined) => Promise<Response> {
  return async (address, init) => {
    const url = new URL(address)
    const body = typeof init?.body === 'string' ? init.body : '[]'
    const parsed: unknown = JSON.parse(body)
    const calls = (Array.isArray(parsed) ? parsed : [parsed]) as { method: string; params: unknown[] }[]
    const intercepted = await server.intercept({ url, calls })
    if (intercepted) return intercepted
    if (url.pathname === '/v1') {
      const node = server.nodes[url.searchParams.get('chainId') ?? '']
      if (!node) return Response.json({ status: 'FAILED', code: 'unsupported_chain', reasons: [] }, { status: 400 })
      const answer = await fetch(node, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      // Read here, so that a test that waits for requests also waits for the body.
      return new Response(await answer.text(), { status: answer.status })
    }
    if (url.pathname.endsWith('/balance')) return Response.json({ balances: server.balances })
    if (url.pathname.endsWith('/history')) return Response.json({ data: server.history, next: null })
    return Response.json({ status: 'FAILED', code: 'not_found', reasons: [] }, { status: 404 })
  }
}
