import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { Admit } from '../platform/http/App.ts'
import type { RateLimits } from '../platform/http/createRateLimits.ts'
import { createProjects } from './createProjects.ts'

/** Creates the admission of requests: project, origin, then the limit of the route class. */
export function createAdmission({
  config,
  limits,
}: {
  config: Pick<ServerConfig, 'projects'>
  limits: RateLimits
}): Admit {
  const projects = createProjects({ config })
  return async ({ projectId, origin, ip, routeClass, project: need, cost }) => {
    const isAsked = need === 'required' || (need === 'optional' && projectId !== undefined)
    const project = isAsked ? projects.check({ projectId, origin }) : undefined
    await limits.consume({ routeClass, key: `${project?.id ?? ''} ${ip}`, cost })
    return project
  }
}
