/** The major versions of the kit that this wallet serves: those of 0, which is this wallet's own. */
const served: readonly number[] = [0]

/**
 * Reads the version of the kit in the frame's address. A page that names none is served: the protocol of the port has a version
 * of its own, which the hello carries.
 *
 * @param version as the kit sends it, such as `0.1.0`
 * @returns why the page is not served, for its developer; undefined where it is
 * @example findKitFault('2.0.0') // 'The site’s kit has version 2.0.0, …'
 */
export function findKitFault(version: string | null): string | undefined {
  if (version === null) return undefined
  const major = /^(\d{1,6})\.\d{1,6}\.\d{1,6}(?:[-+][\w.+-]{1,40})?$/.exec(version)?.[1]
  if (major === undefined) return 'The version of the site’s kit cannot be read: update its packages'
  if (served.includes(Number(major))) return undefined
  return `The site’s kit has version ${version}, but this wallet serves version ${served.join(' and ')}: use packages of the same major version as the server`
}
