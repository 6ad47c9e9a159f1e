import type { Upstream } from './createUpstream.ts'

/**
 * Has an upstream that does not serve prove its chain, before anything else is asked of it.
 *
 * @throws Error with what is wrong with it
 */
export async function proveUpstream(upstream: Upstream): Promise<void> {
  if (!upstream.serving() && !(await upstream.probe())) throw new Error(upstream.trouble())
}
