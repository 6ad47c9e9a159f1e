import type { Endpoint, EndpointInput } from '@latchkey/protocol/api'
import type { App } from '../platform/http/App.ts'
import { type EndpointCall, type EndpointHandler, registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { SignedIn } from '../siwx/Siwx.ts'
import { toCookieCall } from '../siwx/toCookieCall.ts'
import type { OperatorGuard } from './createOperatorGuard.ts'

/** Only the operator has access to paths below it. */
const operatorPath = '/v1/operator/'

type Call<E extends Endpoint> = EndpointCall<E> & { operator: SignedIn }

/**
 * Registers an endpoint for the operator only. The input of other callers is not read. All endpoints of `/v1/operator/` are registered with
 * this function.
 *
 * @param handle receives the operator's account as well
 * @example registerOperatorEndpoint(app, guard, getOperatorOverview, () => overview())
 */
export function registerOperatorEndpoint<E extends Endpoint>(
  app: App,
  guard: OperatorGuard,
  endpoint: E,
  handle: (input: EndpointInput<E>, call: Call<E>) => ReturnType<EndpointHandler<E>>,
): void {
  if (!endpoint.path.startsWith(operatorPath) || !endpoint.cookies || endpoint.project !== 'required') {
    throw new Error(`${endpoint.path} is not an operator endpoint: those are below ${operatorPath}, with cookies`)
  }
  const operators = new WeakMap<object, SignedIn>()
  registerEndpoint(
    app,
    endpoint,
    (input, call) => {
      const operator = operators.get(call)
      if (!operator) throw new Error('An endpoint of the operator was answered without its guard')
      return handle(input, Object.assign(call, { operator }))
    },
    async (call) => {
      operators.set(call, await guard(toCookieCall(call)))
    },
  )
}
