import type { Context } from './platform/context.ts'
import type { App } from './platform/http/App.ts'
import { createHttpApp } from './platform/http/createHttpApp.ts'
import { createRateLimits } from './platform/http/createRateLimits.ts'
import { createAdmission } from './projects/createAdmission.ts'
import type { RpcServiceWithUpstreams } from './rpc/createRpcService.ts'

/** The services that routes call. */
export type Services = { rpc: RpcServiceWithUpstreams }

/**
 * Creates the server's HTTP application with all its routes.
 *
 * @example
 * const app = await createApp({ context, services: { rpc: createRpcService({ context }) } })
 * const response = await app.request('/health')
 */
export async function createApp({ context }: { context: Context; services: Services }): Promise<App> {
  const limits = await createRateLimits({ config: context.config, log: context.log })
  context.shutdown.add('rate limits', limits.close)
  return createHttpApp({ context, admit: createAdmission({ config: context.config, limits }) })
}
