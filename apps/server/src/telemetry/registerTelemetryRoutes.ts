import { postBatch, postEvent } from '@latchkey/protocol/api'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { TelemetryService } from './createTelemetryService.ts'

/** Registers `/e` and `/batch`. */
export function registerTelemetryRoutes({ app, telemetry }: { app: App; telemetry: TelemetryService }): void {
  registerEndpoint(app, postEvent, async ({ body: { session, event } }, call) => ({
    accepted: await telemetry.record({
      project: requireProject(call),
      session,
      events: [event],
      userAgent: call.userAgent,
    }),
  }))
  registerEndpoint(app, postBatch, async ({ body: { session, events } }, call) => ({
    accepted: await telemetry.record({ project: requireProject(call), session, events, userAgent: call.userAgent }),
  }))
}
