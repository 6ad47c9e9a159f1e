import { chooseUpstreams } from './chooseUpstreams.ts'
import type { Upstream } from './createUpstream.ts'
import { proveUpstream } from './proveUpstream.ts'

const maxAttempts = 5

/**
 * Returns the upstreams to try for a call, in order: serving ones by weight, then resting ones. If none serves, all are probed first.
 *
 * @param options.random uniform in [0, 1)
 * @param options.limit maximum of upstreams to try (default 5)
 */
export async function orderUpstreams({
  upstreams,
  random,
  limit = maxAttempts,
}: {
  upstreams: readonly Upstream[]
  random: () => number
  limit?: number
}): Promise<Upstream[]> {
  if (!upstreams.some((upstream) => upstream.serving())) {
    await Promise.any(upstreams.map(proveUpstream)).catch(() => {})
  }
  const known = upstreams.flatMap((upstream) => upstream.latency() ?? [])
  const fastest = known.length === 0 ? 0 : Math.min(...known)
  const weightOf = (upstream: Upstream) => upstream.weight({ fastest })
  const serving = upstreams.filter((upstream) => upstream.serving())
  const resting = upstreams.filter((upstream) => !upstream.serving() && !upstream.wrongChain())
  return [
    ...chooseUpstreams({ items: serving, weightOf, limit, random }),
    // Try them if all others have just failed. Each proves its chain first.
    ...(serving.length === 0 ? [] : chooseUpstreams({ items: resting, weightOf, limit, random })),
  ].slice(0, limit)
}
