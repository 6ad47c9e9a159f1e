import type { Upstream } from './createUpstream.ts'

/**
 * Makes a resting upstream prove its chain before it gets any other call.
 *
 * @throws Error with its problem
 */
export async function proveUpstream(upstream: Upstream): Promise<void> {
  if (!upstream.serving() && !(await upstream.probe())) throw new Error(upstream.trouble())
}
