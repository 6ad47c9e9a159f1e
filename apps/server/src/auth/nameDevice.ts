import { nameBrowser } from '../platform/http/nameBrowser.ts'

/**
 * Returns a readable name of a device from its user agent.
 *
 * @example nameDevice('Mozilla/5.0 (Macintosh; …) … Chrome/140.0.0.0 Safari/537.36') // 'Chrome on macOS'
 */
export function nameDevice(userAgent: string): string {
  return nameBrowser(userAgent) ?? 'Unknown device'
}
