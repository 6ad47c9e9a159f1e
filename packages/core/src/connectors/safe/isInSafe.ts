import type { Environment } from '../../environment/Environment.ts'

/**
 * Tells whether this page runs as an app of a Safe. In a page that no other page holds nothing is asked and no code is
 * fetched; in a frame the page around it is asked once.
 */
export async function isInSafe({
  environment,
  origins,
}: {
  environment: Environment
  /** Who may be a Safe; left out, anybody over https. */
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
