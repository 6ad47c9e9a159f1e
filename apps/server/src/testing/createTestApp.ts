import { createApp, type ServerApp } from '../app.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import { createRealtimeHub, type RealtimeHub } from '../realtime/createRealtimeHub.ts'
import { createRpcService, type RpcServiceWithUpstreams } from '../rpc/createRpcService.ts'
import type { TestContext } from './createTestContext.ts'

/** The application on a test context, to be asked with `app.request`. */
export type TestApp = { app: ServerApp; rpc: RpcServiceWithUpstreams; hub: RealtimeHub }

/** Creates the whole application on a test context; the context's `stop` ends it. */
export async function createTestApp({
  context,
  checks = [],
}: {
  context: TestContext
  checks?: readonly HealthCheck[]
}): Promise<TestApp> {
  const rpc = createRpcService({ context })
  const hub = await createRealtimeHub({ context })
  context.shutdown.add('event stream', hub.close)
  const app = await createApp({ context, services: { rpc, hub }, checks })
  return { app, rpc, hub }
}
