import { getMyRoles, getOperatorOverview } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import { toCookieCall } from '../siwx/toCookieCall.ts'
import type { OperatorGuard } from './createOperatorGuard.ts'
import type { Overview } from './createOverview.ts'
import { registerOperatorEndpoint } from './registerOperatorEndpoint.ts'

/** Registers `/v1/operator/…`, and `/v1/me/roles`, which tells a visitor's page that it has no access to them. */
export function registerOperatorRoutes({
  app,
  guard,
  overview,
}: {
  app: App
  guard: OperatorGuard
  overview: Overview
}): void {
  registerOperatorEndpoint(app, guard, getOperatorOverview, () => overview())
  registerEndpoint(app, getMyRoles, async (_, call) => {
    try {
      await guard(toCookieCall(call))
      return { isOperator: true }
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'operator_required') return { isOperator: false }
      throw error
    }
  })
}
