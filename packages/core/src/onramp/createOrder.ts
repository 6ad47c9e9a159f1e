import { LatchkeyError } from '@latchkey/protocol'
import { createOnrampUrl } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment } from '../environment/Environment.ts'
import type { OnrampClient } from './createOnrampClient.ts'
import { isPaymentUrl } from './isPaymentUrl.ts'

/** Milliseconds before each retry after a lost answer. */
const pauses = [1000, 3000]
/** Errors after which it is unknown whether the server created the order. */
const lost: readonly string[] = ['network_request_failed', 'response_invalid', 'internal']

/**
 * Creates an order from a quote. It retries after a lost answer: the same quote for the same address gives the same order.
 *
 * @throws LatchkeyError refusals of the server; `onramp_failed` for everything else
 */
export async function createOrder({
  client,
  environment,
  quoteId,
  address,
  ageConfirmed,
  returnUrl,
}: {
  client: OnrampClient
  environment: Environment
  quoteId: string
  /** Receiver of the bought tokens. */
  address: string
  ageConfirmed: boolean | undefined
  /** Return URL for a payment page without a separate window. */
  returnUrl: string | undefined
}): Promise<{ id: string; url: string }> {
  const attempt = async () => {
    const body = { destinationWallets: [{ address }], quoteId, ageConfirmed, returnUrl }
    const { data } = await client.request(createOnrampUrl, { body })
    const { orderId: id, url } = data
    if (!/^[0-9a-f]{32}$/.test(id) || !isPaymentUrl(url))
      throw new ServiceError('onramp_failed', {
        details: 'The server returned a payment page that the kit does not open',
      })
    return { id, url }
  }
  for (const pause of [...pauses, undefined])
    try {
      return await attempt()
    } catch (error) {
      const code = error instanceof LatchkeyError ? error.code : 'internal'
      if (!lost.includes(code)) throw error
      // An answer of 4xx is a refusal, even from a proxy.
      const isLost = code !== 'network_request_failed' || client.isUnreached(error)
      if (pause === undefined || !isLost)
        throw new ServiceError('onramp_failed', { cause: error, details: detailsOf(error) })
      await new Promise<void>((resolve) => environment.setTimeout(resolve, pause))
    }
  throw new ServiceError('onramp_failed')
}

function detailsOf(error: unknown): string | undefined {
  return error instanceof LatchkeyError ? `${error.code}: ${error.details ?? error.message}` : undefined
}
