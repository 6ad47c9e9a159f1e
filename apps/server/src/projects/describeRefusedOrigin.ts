import type { ProjectConfig } from '../platform/config/ServerConfig.ts'

/**
 * Explains why an origin was refused, and what to change. Names the exact origin, the project, the place in the configuration, and a
 * similar entry of the list.
 *
 * @param options.index position of the project in the configuration
 */
export function describeRefusedOrigin({
  origin,
  project: { id, name, origins },
  index,
}: {
  origin: string
  project: Pick<ProjectConfig, 'id' | 'name' | 'origins'>
  index: number
}): string {
  const whose = `the project ${name} (${id})`
  if (origin === 'null')
    return `The origin null may not use ${whose}: the page was opened from a file or in a sandboxed frame, which have no origin. Serve it over https, or over http://localhost`
  const named = origin.slice(0, 200)
  const near = origins.flatMap((entry) => {
    const difference = findDifference(entry, origin)
    return difference ? [`"${entry}" is allowed, but ${difference}`] : []
  })[0]
  return `The origin ${named} may not use ${whose}: add "${named}" to projects[${index}].origins in the server's configuration and start it again${near ? ` (${near})` : ''}`
}

/** Describes the difference between two similar origins. Returns undefined if they are unrelated. */
function findDifference(entry: string, origin: string): string | undefined {
  const [there, asked] = [read(entry.replace('://*.', '://')), read(origin)]
  if (!there || !asked) return undefined
  if (there.host === asked.host) {
    if (entry.includes('://*.')) return 'a wildcard does not match the domain itself'
    return there.scheme === asked.scheme ? 'with a different port' : 'with a different scheme'
  }
  return withoutWww(there.host) === withoutWww(asked.host) ? 'www makes it a different host' : undefined
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '')
}

function read(origin: string): { scheme: string; host: string } | undefined {
  const [, scheme, host] = /^([a-z][a-z0-9+.-]*):\/\/(\[[^\]]+\]|[^/:]+)(?::(?:\d+|\*))?$/.exec(origin) ?? []
  return scheme && host ? { scheme, host } : undefined
}
