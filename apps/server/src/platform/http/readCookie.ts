/**
 * Reads a cookie of a request.
 *
 * @param options.header the request's `cookie` header
 * @returns undefined when there is none of this name
 */
export function readCookie({ header, name }: { header: string | null | undefined; name: string }): string | undefined {
  const start = `${name}=`
  return header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
    ?.slice(start.length)
}
