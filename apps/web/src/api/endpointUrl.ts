import { version } from './version.ts'

/** Where the server is and as whom the site speaks to it. */
export type Api = { apiUrl: string; projectId: string }

/** Who asks, as told to the server (`st`): the site's own pages. The kit's calls say `latchkey`. */
const sdkType = 'latchkey-site'

/**
 * The address of a call to the server. Each carries the project, and the type and version of this client (`st`, `sv`).
 *
 * @param options.path with a name in braces for each of `params`
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
