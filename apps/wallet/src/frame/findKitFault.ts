/** Supported major versions of the kit: 0, which is this wallet's own. */
const served: readonly number[] = [0]

/**
 * Checks the kit version in the frame's URL. A page without one is supported, because the hello has the version of the port's
 * protocol.
 *
 * @param version as the kit sends it, such as `0.1.0`
 * @returns why the kit is not supported, for the site builder; undefined if it is
 * @example findKitFault('2.0.0') // 'The site’s kit has version 2.0.0, …'
 */
export function findKitFault(version: string | null): string | undefined {
  if (version === null) return undefined
  const major = /^(\d{1,6})\.\d{1,6}\.\d{1,6}(?:[-+][\w.+-]{1,40})?$/.exec(version)?.[1]
  if (major === undefined) return 'The version of the site’s kit cannot be read: update its packages'
  if (served.includes(Number(major))) return undefined
  return `The site’s kit has version ${version}, but this wallet serves version ${served.join(' and ')}: use packages of the same major version as the server`
}
