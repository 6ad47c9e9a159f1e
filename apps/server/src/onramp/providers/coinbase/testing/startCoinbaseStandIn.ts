import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerOptions, answerQuote, isSessionRequest, type StandInAnswer } from './coinbaseAnswers.ts'
import { type CoinbaseMessage, signCoinbaseMessage } from './signCoinbaseMessage.ts'
import { type CdpKey, isSigned } from './verifyCdpToken.ts'

/** A transaction, in the shape of "Get onramp transactions by ID". */
export type StandInTransaction = {
  transaction_id: string
  partner_user_ref: string
  status: `ONRAMP_TRANSACTION_STATUS_${'CREATED' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED'}`
  purchase_currency: string
  purchase_network: string
  payment_total: { value: string; currency: string }
  tx_hash: string
  wallet_address: string
  failure_reason: string
  created_at: string
  completed_at: string
}

/** A request that the API received. */
export type StandInRequest = {
  method: string
  path: string
  query: URLSearchParams
  authorization: string
  body: Readonly<Record<string, unknown>>
}

/** A fault of the API: a status, no response, or a malformed one. Pages still work. */
export type StandInFault = { status: number; headers?: Record<string, string>; body?: unknown } | 'slow' | 'malformed'

export type CoinbaseStandIn = Awaited<ReturnType<typeof startCoinbaseStandIn>>

/** Milliseconds for which a session token can open a page. */
const sessionLife = 5 * 60_000

/**
 * **A stand-in** for Coinbase Onramp on this machine, written from its public documentation (the pages that
 * `createCoinbaseProvider` names). It has signed requests, session tokens that open one page once, quotes, transactions and
 * signed messages. Tests never call Coinbase.
 *
 * @param options.now Unix milliseconds
 */
export async function startCoinbaseStandIn({
  keys,
  webhookSecret,
  now,
}: {
  keys: readonly CdpKey[]
  webhookSecret: string
  now: () => number
}) {
  const requests: StandInRequest[] = []
  const sessions = new Map<string, { address: string; clientIp: unknown; endsAt: number; isUsed: boolean }>()
  const transactions: StandInTransaction[] = []
  let fault: StandInFault | undefined

  const answer = ({ method, path, query, body }: StandInRequest): StandInAnswer => {
    const route = `${method} ${path}`
    if (route === 'GET /onramp/v1/buy/options') return answerOptions(query)
    if (route === 'POST /onramp/v1/buy/quote') return answerQuote(body, randomUUID())
    if (route === 'POST /onramp/v1/token') {
      if (!isSessionRequest(body)) return { status: 400, body: { code: 3, message: 'invalid request', details: [] } }
      const [{ address }] = body.addresses as [{ address: string }]
      const token = Buffer.from(randomUUID()).toString('base64')
      sessions.set(token, { address, clientIp: body.clientIp, endsAt: now() + sessionLife, isUsed: false })
      return { status: 200, body: { token, channel_id: '' } }
    }
    const [, reference] = /^GET \/onramp\/v1\/buy\/user\/([^/]+)\/transactions$/.exec(route) ?? []
    if (reference !== undefined) {
      const all = transactions.filter(({ partner_user_ref: ref }) => ref === reference).toReversed()
      const page = all.slice(0, Number(query.get('pageSize') ?? 1))
      return { status: 200, body: { transactions: page, next_page_key: '', total_count: String(all.length) } }
    }
    return { status: 404, body: { code: 5, message: 'Not Found', details: [] } }
  }

  const serve = async (incoming: IncomingMessage): Promise<StandInAnswer & { headers?: Record<string, string> }> => {
    const url = new URL(incoming.url ?? '/', 'http://stand-in')
    if (url.pathname === '/buy/select-asset') {
      const session = sessions.get(url.searchParams.get('sessionToken') ?? '')
      if (!session || session.isUsed || session.endsAt < now()) return { status: 403, body: 'Session expired' }
      session.isUsed = true
      return { status: 200, body: 'Buy' }
    }
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    const method = incoming.method ?? ''
    const authorization = incoming.headers.authorization ?? ''
    const body = text === '' ? {} : JSON.parse(text)
    const request = { method, path: url.pathname, query: url.searchParams, authorization, body }
    requests.push(request)
    if (fault === 'slow') return new Promise(() => {})
    if (fault === 'malformed') return { status: 200, body: '<html>Just a moment</html>' }
    if (fault) return { body: {}, ...fault }
    const signed = `${method} ${incoming.headers.host}${url.pathname}`
    if (!(await isSigned({ authorization, request: signed, keys, now: now() })))
      return { status: 401, body: { code: 16, message: 'Unauthorized', details: [] } }
    return answer(request)
  }

  const server = createServer((incoming, outgoing) => {
    void serve(incoming).then(({ status, body, headers }) => {
      outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
      outgoing.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    /** Base URL of the API and of the pages. */
    url,
    requests,
    transactions,
    setFault(wanted: StandInFault | undefined) {
      fault = wanted
    },
    /** Opens a page like a browser. @returns the HTTP status: 403 for a used or expired token */
    visit: async (page: string): Promise<number> => (await fetch(page)).status,
    /** Buys on an opened page. `change` overrides the page's suggestions. */
    buy(page: string, change: Partial<StandInTransaction> = {}): StandInTransaction {
      const { searchParams } = new URL(page)
      const read = (name: string) => searchParams.get(name) ?? ''
      const transaction: StandInTransaction = {
        transaction_id: randomUUID(),
        partner_user_ref: read('partnerUserRef'),
        status: 'ONRAMP_TRANSACTION_STATUS_CREATED',
        purchase_currency: read('defaultAsset'),
        purchase_network: read('defaultNetwork'),
        payment_total: { value: read('presetFiatAmount'), currency: read('fiatCurrency') },
        tx_hash: '',
        wallet_address: sessions.get(read('sessionToken'))?.address ?? '',
        failure_reason: 'FAILURE_REASON_UNSPECIFIED',
        created_at: new Date(now()).toISOString(),
        completed_at: '0001-01-01T00:00:00Z',
        ...change,
      }
      transactions.push(transaction)
      return transaction
    },
    /** Returns the message about a transaction in its current state, in the shape of "Onramp & Offramp Webhooks". */
    message(
      { transaction_id: transactionId, partner_user_ref: partnerUserRef, status, tx_hash: txHash }: StandInTransaction,
      options: { type?: string; at?: number; scheme?: 'v0' | 'v1' | 'both'; signed?: readonly string[] } = {},
    ): CoinbaseMessage {
      const { type = 'onramp.transaction.updated', at = now(), ...how } = options
      const body = JSON.stringify({ eventType: type, transactionId, status, txHash, partnerUserRef })
      return signCoinbaseMessage({ secret: webhookSecret, body, id: randomUUID(), type, at, ...how })
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
