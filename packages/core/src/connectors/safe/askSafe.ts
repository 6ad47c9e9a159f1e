import type { Environment } from '../../environment/Environment.ts'
import { askParent } from './askParent.ts'
import { readSafeInfo } from './readSafeInfo.ts'

/** How long the page around this one may take to say that it is a Safe, in milliseconds. */
export const safeAnswerTimeout = 300

/** Tells whether the page around this one answers as a Safe does. */
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
