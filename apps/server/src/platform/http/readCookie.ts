/**
 * Reads a cookie of a request. Where there are two of a name, somebody else has put one there, such as a neighbouring host with a `Domain` of both,
 * and nothing says which: neither counts.
 *
 * @param options.header the request's `cookie` header
 * @returns undefined when there is none of this name, or more than one
 */
export function readCookie({ header, name }: { header: string | null | undefined; name: string }): string | undefined {
  const start = `${name}=`
  const found = header
    ?.split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start))
  return found?.length === 1 ? found[0]?.slice(start.length) : undefined
}
