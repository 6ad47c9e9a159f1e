import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Checkout } from '../CardProcessor.ts'

/** A message as it arrived. */
export type ReceivedMessage = { id: string; type: string; sequence: number; isSigned: boolean; body: string }

/** A seller: requests payments, and accepts messages. */
export type Shop = Awaited<ReturnType<typeof startShop>>

/** The key of tests. */
export const testKey = 'sandbox-card-key-of-tests'

/** Starts a shop that accepts every message, except while `refuse` is set. */
export async function startShop() {
  const received: ReceivedMessage[] = []
  let refusals = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    const [, time, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['card-signature'])) ?? []
    const signature = createHmac('sha256', testKey).update(`${time}.${body}`).digest('hex')
    const { id, type, sequence } = JSON.parse(body)
    received.push({ id, type, sequence, isSigned: signature === given, body })
    refusals -= 1
    response.writeHead(refusals >= 0 ? 500 : 204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  let count = 0
  return {
    received,
    /** The types of the messages of a checkout, in the order in which they came. */
    types: (id: string) =>
      received.filter(({ body }) => body.includes(`"${id}"`)).map(({ type }) => type.replace('checkout.', '')),
    /** Refuses the next messages. */
    refuse(messages: number) {
      refusals = messages
    },
    /** Returns the body of a request for a checkout. */
    order(parts: Readonly<Record<string, unknown>> = {}) {
      count += 1
      return {
        reference: `order-${count}-of-${port}`,
        amount: { amount: '100.00', currency: 'USD' },
        methods: ['card', 'ach_bank_account'],
        title: '97.50 USDL',
        lines: [{ label: 'To', value: '0x1111…1111' }],
        returnUrl: null,
        webhookUrl: `http://127.0.0.1:${port}/webhooks`,
        expiresAt: new Date(Date.now() + 900_000).toISOString(),
        ...parts,
      }
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Calls the API. */
export async function callApi({
  url,
  path,
  body,
  key = testKey,
}: {
  url: string
  path: string
  body?: unknown
  key?: string
}): Promise<{ status: number; body: Checkout & { error?: { code: string; message: string }; checkout?: Checkout } }> {
  const response = await fetch(`${url}/v1/checkouts${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Checkout }
}
