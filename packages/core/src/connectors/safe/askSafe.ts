import type { Environment } from '../../environment/Environment.ts'
import { askParent } from './askParent.ts'
import { readSafeInfo } from './readSafeInfo.ts'

/** Milliseconds in which the surrounding page has to answer as a Safe. */
export const safeAnswerTimeout = 300

/** Whether the surrounding page answers as a Safe. */
export async function askSafe({
  environment,
  origins,
}: {
  environment: Environment
  origins?: readonly string[] | undefined
}): Promise<boolean> {
  try {
    readSafeInfo(await askParent({ environment, origins, method: 'getSafeInfo', milliseconds: safeAnswerTimeout }))
    return true
  } catch {
    return false
  }
}
