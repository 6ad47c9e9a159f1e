import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BitcoinNode } from '../node/createBitcoinNode.ts'
import { answerEsplora, type EsploraAnswer } from './answerEsplora.ts'

/** Bytes of the largest body that is read: the hex of the largest transaction that nodes pass on. */
const largestBody = 800_000

/** Calls of a local chain in addition to those of Esplora. */
export type LocalCalls = {
  mine: (options: { count: number }) => Promise<readonly string[]>
  fund: (options: { address: string; value: number }) => Promise<string>
}

/**
 * The chain over HTTP, on loopback only: Esplora's calls, and for people who try things out
 *
 * - `POST /regtest/mine` `{"count": 1}` → the new blocks' hashes
 * - `POST /regtest/fund` `{"address": "bcrt1…", "value": 100000}` → the id of a transaction of the faucet's that waits
 */
export async function serveEsplora({
  node,
  local,
  port,
}: {
  node: BitcoinNode
  local: LocalCalls
  port: number
}): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    void answer({ request, node, local })
      .catch((error: unknown) => ({ status: 500, body: String(error) }))
      .then((answered) => send({ response, answered }))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  const { port: opened } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${opened}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer({
  request,
  node,
  local,
}: {
  request: IncomingMessage
  node: BitcoinNode
  local: LocalCalls
}): Promise<EsploraAnswer> {
  const { method = 'GET', url = '/' } = request
  const path = new URL(url, 'http://localhost').pathname
  if (method === 'OPTIONS') return { status: 204, body: '' }
  const body = await readBody(request)
  if (body === undefined) return { status: 413, body: 'Payload too large' }
  if (method === 'POST' && path.startsWith('/regtest/')) return answerLocal({ path, body, local })
  return answerEsplora({ node, method, path, body })
}

async function answerLocal({
  path,
  body,
  local,
}: {
  path: string
  body: string
  local: LocalCalls
}): Promise<EsploraAnswer> {
  try {
    const { count = 1, address, value } = JSON.parse(body || '{}')
    if (path === '/regtest/mine') return { status: 200, body: await local.mine({ count }) }
    if (path === '/regtest/fund') return { status: 200, body: await local.fund({ address, value }) }
    return { status: 404, body: 'Not found' }
  } catch (error) {
    return { status: 400, body: error instanceof Error ? error.message : String(error) }
  }
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > largestBody) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function send({ response, answered }: { response: ServerResponse; answered: EsploraAnswer }) {
  const { status, body } = answered
  const isText = typeof body === 'string' || typeof body === 'number'
  response.writeHead(status, {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'content-type',
    'content-type': isText ? 'text/plain' : 'application/json',
  })
  response.end(isText ? String(body) : JSON.stringify(body))
}
