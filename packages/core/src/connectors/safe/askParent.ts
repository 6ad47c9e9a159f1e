import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment } from '../../environment/Environment.ts'

/** Any HTTPS origin may host a Safe. On localhost, HTTP is allowed for development. */
const trusted = /^(https:|http:\/\/([\w-]+\.)*(localhost|127\.0\.0\.1)(:|$))/

/**
 * Sends a request to the surrounding Safe with the Safe Apps message protocol. Accepts only the answer of the parent window to this
 * request, and only from `origin` if it is set.
 *
 * @param options.origins allowed origins of a Safe; default: any HTTPS origin
 * @returns the Safe's answer and origin
 * @throws LatchkeyError `wallet_not_found` outside a frame, `wallet_timeout`; an Error with the Safe's own message
 */
export function askParent({
  environment,
  method,
  params,
  origin,
  origins,
  milliseconds,
}: {
  environment: Environment
  method: string
  params?: unknown
  origin?: string | undefined
  origins?: readonly string[] | undefined
  milliseconds: number
}): Promise<{ data: unknown; origin: string }> {
  return new Promise((resolve, reject) => {
    const page = environment.page() as Window | undefined
    if (!page?.parent || page.parent === page) return reject(new ServiceError('wallet_not_found'))
    const { parent } = page
    const id = crypto.getRandomValues(new Uint32Array(4)).join('')
    const isTrusted = (from: string) => (origins ? origins.includes(from) : trusted.test(from))
    const finish = () => {
      environment.clearTimeout(timer)
      page.removeEventListener('message', listen)
    }
    const listen = ({ source, origin: from, data }: MessageEvent) => {
      if (source !== parent || (origin ? from !== origin : !isTrusted(from)) || data?.id !== id) return
      finish()
      if (data.success === true && parseInt(data.version, 10) > 0) resolve({ data: data.data, origin: from })
      else reject(new Error(String(data.error).slice(0, 300)))
    }
    const timer = environment.setTimeout(() => {
      finish()
      reject(new LatchkeyError('wallet_timeout'))
    }, milliseconds)
    page.addEventListener('message', listen)
    parent.postMessage({ id, method, params, env: { sdkVersion: '9.1.0' } }, origin ?? '*')
  })
}
