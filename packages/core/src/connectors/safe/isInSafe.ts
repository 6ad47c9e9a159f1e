import { isEvmAddress } from '@latchkey/protocol'
import type { Environment } from '../../environment/Environment.ts'
import { askParent } from './askParent.ts'

/** How long the page around this one may take to say that it is a Safe. */
export const safeAnswerTimeout = 300

/**
 * Tells whether this page runs as an app of a Safe: one question to the page around it, and none where there is no such
 * page. Nothing is fetched.
 */
export async function isInSafe({ environment }: { environment: Environment }): Promise<boolean> {
  try {
    const { data } = await askParent({ environment, method: 'getSafeInfo', milliseconds: safeAnswerTimeout })
    return isEvmAddress((data as { safeAddress?: unknown } | undefined)?.safeAddress)
  } catch {
    return false
  }
}
