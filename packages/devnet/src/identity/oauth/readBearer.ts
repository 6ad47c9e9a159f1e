/** The token of an authorization header. */
export function readBearer(header: string | undefined, scheme = 'Bearer'): string | undefined {
  return new RegExp(`^(?:${scheme}) (\\S+)$`, 'i').exec(header ?? '')?.[1]
}
