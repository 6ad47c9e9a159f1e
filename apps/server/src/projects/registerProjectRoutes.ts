import { getAnalyticsConfig, getAppkitConfig, getOrigins, getProjectConfig } from '@latchkey/protocol/api'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import { listFeatures } from './listFeatures.ts'
import { requireProject } from './requireProject.ts'

/**
 * Registers a client's endpoints about its project: `/projects/v1/origins`, `/projects/v1/config` (also at `/appkit/v1/config`) and
 * `/getAnalyticsConfig`.
 */
export function registerProjectRoutes({
  app,
  config,
}: {
  app: App
  config: Parameters<typeof listFeatures>[0]['config']
}): void {
  registerEndpoint(app, getOrigins, (_input, call) => ({ allowedOrigins: [...requireProject(call).origins] }))
  for (const endpoint of [getProjectConfig, getAppkitConfig])
    registerEndpoint(app, endpoint, (_input, call) => ({
      features: listFeatures({ config, project: requireProject(call) }),
    }))
  registerEndpoint(app, getAnalyticsConfig, (_input, call) => ({
    isAnalyticsEnabled: requireProject(call).telemetry.enabled,
  }))
}
