import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { readBearer } from '../../identity/oauth/readBearer.ts'
import type { CheckoutRecord } from '../checkouts/CheckoutRecord.ts'
import type { Till } from '../checkouts/createTill.ts'
import { toCheckout } from '../checkouts/toCheckout.ts'
import { readCheckoutRequest } from './readCheckoutRequest.ts'
import { readJson } from './readJson.ts'

/** Response to a request of the API. */
export type ApiAnswer = { status: number; body: unknown }

/**
 * Answers API requests that have the key. An error is `{error: {code, message}}`. A 409 for a checkout's state also has the
 * `checkout`.
 *
 * - `POST /v1/checkouts`, `GET /v1/checkouts/{id}`, `GET /v1/checkouts?reference=`
 * - `POST /v1/checkouts/{id}/cancel`, `POST /v1/checkouts/{id}/refunds`
 */
export async function answerApi({
  request,
  till,
  key,
  url,
}: {
  request: IncomingMessage
  till: Till
  key: string
  /** The origin of the pages. */
  url: string
}): Promise<ApiAnswer> {
  if (!isKey({ key, given: readBearer(request.headers.authorization) }))
    return refuse(401, 'unauthorized', 'The key is missing or wrong')
  const { pathname, searchParams } = new URL(request.url ?? '/', url)
  const [, id, action] = /^\/v1\/checkouts(?:\/([^/]+)(?:\/([a-z]+))?)?$/.exec(pathname) ?? ['']
  const show = (checkout: CheckoutRecord) => toCheckout({ checkout, url })
  const found = (checkout: CheckoutRecord | undefined): ApiAnswer =>
    checkout ? { status: 200, body: show(checkout) } : refuse(404, 'not_found', 'There is no such checkout')

  if (request.method === 'GET' && action === undefined) {
    if (id !== undefined) return found(till.read(id))
    if (pathname === '/v1/checkouts') return found(till.readReference(searchParams.get('reference') ?? ''))
  }
  if (request.method === 'POST' && pathname === '/v1/checkouts') {
    let asked: ReturnType<typeof readCheckoutRequest>
    try {
      asked = readCheckoutRequest(await readJson(request))
    } catch (error) {
      return refuse(400, 'invalid', error instanceof Error ? error.message : String(error))
    }
    const checkout = till.open(asked)
    return checkout
      ? { status: 200, body: show(checkout) }
      : refuse(409, 'reference_taken', 'This reference has a checkout that asks for something else')
  }
  const acts = { cancel: till.cancel, refunds: till.refund }
  if (request.method === 'POST' && id !== undefined && (action === 'cancel' || action === 'refunds')) {
    const known = till.read(id)
    if (!known) return found(undefined)
    if (acts[action](id)) return { status: 200, body: show(known) }
    const code = action === 'cancel' ? 'not_open' : 'not_paid'
    return {
      status: 409,
      body: { error: { code, message: `The checkout is ${known.state}` }, checkout: show(known) },
    }
  }
  return refuse(404, 'not_found', 'There is nothing here')
}

function refuse(status: number, code: string, message: string): ApiAnswer {
  return { status, body: { error: { code, message } } }
}

/** Compares keys in constant time. */
function isKey({ key, given }: { key: string; given: string | undefined }) {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return given !== undefined && timingSafeEqual(hash(given), hash(key))
}
