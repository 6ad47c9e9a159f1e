import { version } from './version.ts'

/** URL of the server, and the site's project. */
export type Api = { apiUrl: string; projectId: string }

/** Name of this client for the server (`st`): the site's own pages. The kit sends `latchkey`. */
const sdkType = 'latchkey-site'

/**
 * Returns the URL of a call to the server, with the project, and the type and version of this client (`st`, `sv`).
 *
 * @param options.path with a placeholder in braces for each of `params`
 * @example endpointUrl({ api, path: '/v1/tokens/{address}', params: { address } })
 */
export function endpointUrl({
  api,
  path,
  params = {},
  query = {},
}: {
  api: Api
  path: string
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
}): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const url = new URL(api.apiUrl.replace(/\/$/, '') + filled)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  url.searchParams.set('projectId', api.projectId)
  url.searchParams.set('st', sdkType)
  url.searchParams.set('sv', version)
  return url
}
