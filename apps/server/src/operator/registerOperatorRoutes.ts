import { getOperatorOverview } from '@latchkey/protocol/api'
import type { App } from '../platform/http/App.ts'
import type { OperatorGuard } from './createOperatorGuard.ts'
import type { Overview } from './createOverview.ts'
import { registerOperatorEndpoint } from './registerOperatorEndpoint.ts'

/** Registers `/v1/operator/…`. */
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
}
