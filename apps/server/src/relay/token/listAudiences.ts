import { relayPath } from '@latchkey/protocol/relay'
import type { ServerConfig } from '../../platform/config/ServerConfig.ts'
import { toAudience } from './verifyRelayToken.ts'

/**
 * Returns the URLs of the relay that tokens can name as audience: the server's own with `ws` for `http`, and the configured ones. Local
 * servers have two names, and both are valid.
 *
 * @param options.url URL of the open port; counts if the configuration has no public URL
 */
export function listAudiences({
  config: { http, relay },
  url = `http://${http.host}:${http.port}`,
}: {
  config: Pick<ServerConfig, 'http' | 'relay'>
  url?: string | undefined
}): Set<string> {
  const own = `${(http.publicUrl ?? url).replace(/\/+$/, '').replace(/^http/, 'ws')}${relayPath}`
  return new Set([own, ...relay.addresses].flatMap(withTwin).map(toAudience))
}

function withTwin(address: string): string[] {
  const { hostname } = new URL(address)
  const twins = ['localhost', '127.0.0.1']
  if (!twins.includes(hostname)) return [address]
  return twins.map((name) => address.replace(`//${hostname}`, `//${name}`))
}
