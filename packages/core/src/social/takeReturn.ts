import { socialReturnKey } from '@latchkey/protocol'
import type { Page } from '../environment/Environment.ts'

/** Removes the answer of a login without a window from the page's URL, and returns it. */
export function takeReturn(page: Page | undefined): string | undefined {
  const { location, history } = (page ?? {}) as Partial<Window>
  const [found, answer] = location?.hash.match(`[#&]${socialReturnKey}=([^&]*)$`) ?? []
  if (found) history?.replaceState(history.state, '', location?.href.slice(0, -found.length))
  return answer
}
