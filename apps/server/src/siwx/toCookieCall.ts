import type { ProjectConfig } from '../platform/config/ServerConfig.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { CookieCall } from './Siwx.ts'

/** Data of a request about its browser, with address and user agent. */
export type BrowserCall = CookieCall & { ip: string; userAgent: string }

/**
 * Returns the browser's data of a request to an endpoint with `cookies`.
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
