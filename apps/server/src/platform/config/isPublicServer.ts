import { isLocalHost } from './isLocalHost.ts'
import type { ServerConfig } from './ServerConfig.ts'

/** Returns whether the configuration is of a server for visitors: an https URL that is not of this machine. */
export function isPublicServer({ http, wallet }: Pick<ServerConfig, 'http' | 'wallet'>): boolean {
  return [http.publicUrl, wallet?.publicUrl].some((url) => {
    if (url === undefined) return false
    const { protocol, hostname } = new URL(url)
    return protocol === 'https:' && !isLocalHost(hostname)
  })
}
