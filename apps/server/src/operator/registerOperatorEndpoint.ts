import type { Endpoint } from '@latchkey/protocol/api'
import type { App } from '../platform/http/App.ts'
import { type EndpointHandler, registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { SignedIn } from '../siwx/Siwx.ts'
import { toCookieCall } from '../siwx/toCookieCall.ts'
import type { OperatorGuard } from './createOperatorGuard.ts'

/** What stands below it is the operator's alone. */
export const operatorPath = '/v1/operator/'

type Call<E extends Endpoint> = Parameters<EndpointHandler<E>>[1] & { operator: SignedIn }

/**
 * Registers an endpoint for the operator alone: whoever is none never reaches its handler. All of `/v1/operator/` is registered by this.
 *
 * @param handle is also given the operator's account
 * @example registerOperatorEndpoint(app, guard, getOperatorOverview, () => overview.read())
 */
export function registerOperatorEndpoint<E extends Endpoint>(
  app: App,
  guard: OperatorGuard,
  endpoint: E,
  handle: (input: Parameters<EndpointHandler<E>>[0], call: Call<E>) => ReturnType<EndpointHandler<E>>,
): void {
  if (!endpoint.path.startsWith(operatorPath) || !endpoint.cookies || endpoint.project !== 'required') {
    throw new Error(`${endpoint.path} is no endpoint of the operator's: those are below ${operatorPath}, with cookies`)
  }
  registerEndpoint(app, endpoint, async (input, call) => {
    const operator = await guard(toCookieCall(call))
    return handle(input, Object.assign(call, { operator }))
  })
}
