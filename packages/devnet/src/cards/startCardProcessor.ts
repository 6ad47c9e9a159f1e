import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerApi } from './api/answerApi.ts'
import type { CardFault, CardProcessor } from './CardProcessor.ts'
import { openBook } from './checkouts/Book.ts'
import type { CheckoutRecord } from './checkouts/CheckoutRecord.ts'
import { createTill } from './checkouts/createTill.ts'
import { toCheckout } from './checkouts/toCheckout.ts'
import { createMessenger } from './messages/createMessenger.ts'
import { answerPage } from './page/answerPage.ts'
import { bankCode, testAccounts, testCards } from './testCards.ts'

/** Milliseconds between the tries of a message. */
const usualPauses = [1000, 2000, 5000, 15_000, 60_000]
/** Largest delay of a timer: 31 bits. */
const longestPause = 60_000

/**
 * Starts a card processor on loopback: an API for the seller, pages for the visitor, and signed messages (webhooks). It accepts
 * only test cards and test accounts (`testCards`, `testAccounts`), and moves no real money.
 *
 * @param options.port 0 (default): any free port
 * @param options.folder folder for checkouts and undelivered messages (default: in memory only)
 * @param options.key of the API and of the webhooks' signatures
 * @param options.webhookPauses milliseconds after the first, second, … attempt; the last one applies to all further attempts
 * @param options.pendingFor milliseconds that a pending payment, and a refund, take (default 4000); `Infinity`: until `settle`
 * @example
 * const cards = await startCardProcessor({ key: 'sandbox-card-key', pendingFor: 0 })
 * cards.pay(checkoutId, { card: '4111111111111111' })
 */
export async function startCardProcessor({
  port = 0,
  folder,
  key,
  webhookPauses = usualPauses,
  pendingFor = 4000,
}: {
  port?: number
  folder?: string
  key: string
  webhookPauses?: readonly number[]
  pendingFor?: number
}): Promise<CardProcessor> {
  const book = openBook({ folder })
  let ahead = 0
  let pending = pendingFor
  let fault: CardFault | null = null
  let held: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  const now = () => Date.now() + ahead
  const wake = () => {
    clearTimeout(timer)
    const pause = Math.min(till.nextDue(), messenger.nextDue()) - now()
    if (pause === Number.POSITIVE_INFINITY) return
    timer = setTimeout(tick, Math.min(Math.max(pause, 0), longestPause))
  }
  const till = createTill({ book, now, pendingFor: () => pending, onChange: () => messenger.pump() })
  const messenger = createMessenger({ book, key, pauses: webhookPauses, now, onPause: wake })
  const tick = () => {
    till.settle()
    messenger.pump()
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/v1/')) return answerPage({ request, response, till, origins, now })
    if (fault === 'slow') await new Promise<void>((resolve) => held.push(resolve))
    const current = fault
    if (current === 'cut') return request.socket.destroy()
    const { status, body } =
      current === 'down'
        ? { status: 503, body: { error: { code: 'unavailable', message: 'The service is unavailable' } } }
        : await answerApi({ request, till, key, url })
    if (current === 'lost') return request.socket.destroy()
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify(body))
  }
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  const { port: opened } = server.address() as AddressInfo
  const url = `http://localhost:${opened}`
  const origins = [url, `http://127.0.0.1:${opened}`]
  const show = (checkout: CheckoutRecord) => toCheckout({ checkout, url })
  const setFault = (wanted: CardFault | null) => {
    fault = wanted
    const waiting = held
    held = []
    for (const resolve of waiting) resolve()
  }
  tick()

  return {
    url,
    key,
    pay(checkoutId, payment) {
      const checkout = till.read(checkoutId)
      if (!checkout) throw new Error(`There is no checkout ${checkoutId}`)
      const isCard = 'card' in payment
      const number = isCard ? payment.card : payment.account
      const known = (isCard ? testCards : testAccounts).find((candidate) => candidate.number === number)
      if (!known) throw new Error('The sandbox takes test cards only')
      const { behaviour } = known
      const { amount, isOldEnough = false } = payment
      if (checkout.request.minimumAge !== null && !isOldEnough) throw new Error('The page asks for the visitor’s age')
      till.pay(checkoutId, { method: isCard ? 'card' : 'ach_bank_account', behaviour, amount, isOldEnough })
      if (isCard && behaviour === 'challenged' && payment.code !== null)
        till.answerBank(checkoutId, { code: payment.code ?? bankCode, amount })
      return show(checkout)
    },
    find(by) {
      const checkout = 'id' in by ? till.read(by.id) : till.readReference(by.reference)
      return checkout && show(checkout)
    },
    checkouts: () => [...book.checkouts.values()].map(show),
    refunds: () => [...book.refunds],
    messages: (checkoutId) =>
      book.messages
        .filter((message) => message.checkoutId === checkoutId)
        .map(({ id, type, sequence, tries, isDelivered }) => ({ id, checkoutId, type, sequence, tries, isDelivered })),
    holdWebhooks: messenger.hold,
    releaseWebhooks: messenger.release,
    retryWebhooks: messenger.retry,
    delivered: messenger.delivered,
    setFault,
    setPendingFor(milliseconds) {
      pending = milliseconds
    },
    settle: () => till.settle({ all: true }),
    advance(milliseconds) {
      ahead += milliseconds
      tick()
    },
    async stop() {
      clearTimeout(timer)
      setFault(null)
      await messenger.stop()
      clearTimeout(timer)
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
