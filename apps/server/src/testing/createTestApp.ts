import { createApp, type ServerApp, type Services } from '../app.ts'
import { createServices } from '../createServices.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import type { TestContext } from './createTestContext.ts'

/** The application on a test context, to be called with `app.request`. */
export type TestApp = { app: ServerApp } & Services

/** Creates the whole application on a test context. The context's `stop` ends it. */
export async function createTestApp({
  context,
  checks = [],
}: {
  context: TestContext
  checks?: readonly HealthCheck[]
}): Promise<TestApp> {
  const services = await createServices({ context })
  context.shutdown.add('event stream', services.hub.close)
  const app = await createApp({ context, services, checks })
  return { app, ...services }
}
