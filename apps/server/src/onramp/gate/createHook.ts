import { createHmac } from 'node:crypto'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Clock } from '../../platform/clock/Clock.ts'
import { readText } from '../../platform/http/readText.ts'

/** Question to the operator's hook. */
export type HookQuestion = {
  projectId: string
  provider: string
  paymentMethod: string
  paymentTotal: { amount: string; currency: string }
  purchaseAmount: { amount: string; currency: string }
  network: string
  asset: string
  address: string
  partnerUserId: string | null
  /** ISO 3166; null if unknown. */
  country: string | null
}

/** Asks the operator whether an order is allowed. @throws LatchkeyError `onramp_refused` */
export type Hook = (question: HookQuestion) => Promise<void>

const answerSchema = z.object({ allowed: z.boolean(), reason: z.string().optional() })
const maxBytes = 65_536

/**
 * Creates the client of the operator's hook. It sends a POST with JSON to the configured URL only. If a secret is set, the
 * header is `latchkey-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. Any answer other than a yes refuses the
 * order.
 *
 * @param options.patience timeout in milliseconds (default 5,000)
 */
export function createHook({
  url,
  secret,
  clock,
  log,
  patience = 5_000,
}: {
  url: string
  secret: string | undefined
  clock: Clock
  log: Logger
  patience?: number
}): Hook {
  const ask = async (body: string) => {
    const time = Math.floor(clock.now() / 1000)
    const mac = secret && createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(mac ? { 'latchkey-signature': `t=${time},v1=${mac}` } : {}),
      },
      body,
      // A redirect could lead anywhere, including the operator's internal network.
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    const text = await readText({ stream: response.body, maxBytes })
    if (!response.ok || text === undefined) throw new Error(`The server answered ${response.status}`)
    return answerSchema.parse(JSON.parse(text))
  }

  return async (question) => {
    const answer = await ask(JSON.stringify(question)).catch((error: unknown) => {
      log.error({ trouble: error instanceof Error ? error.name : 'unknown' }, 'Onramp hook failed, refusing the order')
      return undefined
    })
    if (answer?.allowed === true) return
    const reason = answer?.reason?.trim().slice(0, 200)
    throw new ServiceError('onramp_refused', reason ? { message: reason } : {})
  }
}
