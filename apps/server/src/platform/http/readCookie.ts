/**
 * Reads a cookie of a request. If a name occurs twice, another host has set one of them, such as a neighboring host with a `Domain` of
 * both. The request does not show which one, so neither counts.
 *
 * @param options.header the request's `cookie` header
 * @returns undefined if there is none of this name, or more than one
 */
export function readCookie({ header, name }: { header: string | null | undefined; name: string }): string | undefined {
  const start = `${name}=`
  const found = header
    ?.split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start))
  return found?.length === 1 ? found[0]?.slice(start.length) : undefined
}
