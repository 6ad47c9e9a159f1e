import { nameBrowser } from '../platform/http/nameBrowser.ts'

/**
 * Names a device for people, by what its browser says about itself.
 *
 * @example nameDevice('Mozilla/5.0 (Macintosh; …) … Chrome/140.0.0.0 Safari/537.36') // 'Chrome on macOS'
 */
export function nameDevice(userAgent: string): string {
  return nameBrowser(userAgent) ?? 'Unknown device'
}
