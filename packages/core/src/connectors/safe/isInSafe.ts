import type { Environment } from '../../environment/Environment.ts'

/**
 * Whether this page runs as an app of a Safe. A page without a parent sends no request and loads no code. A page in a frame asks its parent
 * once.
 */
export async function isInSafe({
  environment,
  origins,
}: {
  environment: Environment
  /** Allowed origins of a Safe; default: any HTTPS origin. */
  origins?: readonly string[] | undefined
}): Promise<boolean> {
  const page = environment.page() as Window | undefined
  if (!page || page.parent === page) return false
  try {
    return await (await import('./askSafe.ts')).askSafe({ environment, origins })
  } catch {
    return false
  }
}
