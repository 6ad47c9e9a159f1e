import { ServiceError } from '@latchkey/protocol/errors'
import type { Upstream } from './createUpstream.ts'

/**
 * Creates the error for a chain without an answering upstream.
 *
 * @param options.errors errors of the tried upstreams
 */
export function chainUnavailable({
  chain,
  upstreams,
  errors,
}: {
  chain: { name: string }
  upstreams: readonly Upstream[]
  errors: readonly unknown[]
}): ServiceError {
  return new ServiceError('upstream_unavailable', {
    field: 'chainId',
    message: `${chain.name} cannot be reached at the moment`,
    details: describeTroubles(upstreams, errors),
    retryAfter: 1,
  })
}

/** Describes the problem of each upstream, for the log and the operator. */
function describeTroubles(upstreams: readonly Upstream[], errors: readonly unknown[]): string {
  const known = upstreams.map((upstream) => `${upstream.label}: ${upstream.trouble() ?? 'failed'}`)
  const last = errors.map((error) => (error instanceof Error ? error.message : String(error)))
  return [...known, ...last].join('; ')
}
