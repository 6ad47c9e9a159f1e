import { relayPath } from '@latchkey/protocol/relay'
import type { ServerConfig } from '../../platform/config/ServerConfig.ts'
import { toAudience } from './verifyRelayToken.ts'

/**
 * The addresses under which clients may know the relay, as their tokens name them: the server's own with `ws` for `http`, and
 * those of the configuration. One's own machine has two names, and either is good.
 *
 * @param options.url where the server really answers, once it does; counts when the configuration names no public address
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
