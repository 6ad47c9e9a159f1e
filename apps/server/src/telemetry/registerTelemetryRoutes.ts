import { postBatch, postEvent } from '@latchkey/protocol/api'
import type { App } from '../platform/http/App.ts'
import { type EndpointCall, registerEndpoint } from '../platform/http/registerEndpoint.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { TelemetryService } from './createTelemetryService.ts'
import { readStockEvent } from './readStockEvent.ts'
import type { CountedEvent } from './toRow.ts'

/** Registers `/e` and `/batch`. */
export function registerTelemetryRoutes({ app, telemetry }: { app: App; telemetry: TelemetryService }): void {
  const record = async (
    call: EndpointCall<typeof postEvent | typeof postBatch>,
    visit: { session: string | undefined; events: readonly CountedEvent[] },
  ) => ({
    accepted: await telemetry.record({ project: requireProject(call), userAgent: call.userAgent, ...visit }),
  })
  registerEndpoint(app, postEvent, ({ body }, call) =>
    record(
      call,
      'props' in body
        ? { session: undefined, events: [readStockEvent(body)] }
        : { session: body.session, events: [body.event] },
    ),
  )
  registerEndpoint(app, postBatch, ({ body }, call) =>
    record(call, Array.isArray(body) ? { session: undefined, events: body.map(readStockEvent) } : body),
  )
}
