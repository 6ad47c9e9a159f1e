import type { ProjectConfig } from '../platform/config/ServerConfig.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { CookieCall } from './Siwx.ts'

/** What an endpoint with `cookies` passes on about the browser that asks. */
export type BrowserCall = CookieCall & { ip: string; userAgent: string }

/**
 * What a handler of an endpoint with `cookies` passes on about its request.
 *
 * @throws ServiceError `project_missing`
 * @example registerEndpoint(app, getSettings, ({ query }, call) => settings.read(toCookieCall(call), query))
 */
export function toCookieCall({
  project,
  origin,
  readHeader,
  header,
  ip,
  userAgent,
}: Omit<BrowserCall, 'project'> & { project: ProjectConfig | undefined }): BrowserCall {
  return { project: requireProject({ project }), origin, readHeader, header, ip, userAgent }
}
