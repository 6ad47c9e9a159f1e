import { socialReturnKey } from '@latchkey/protocol'
import type { Page } from '../environment/Environment.ts'

/** Takes what a login without a window left in the page's address out of it, and leaves all else there. */
export function takeReturn(page: Page | undefined): string | undefined {
  const { location, history } = (page ?? {}) as Partial<Window>
  const [found, answer] = location?.hash.match(`[#&]${socialReturnKey}=([^&]*)$`) ?? []
  if (found) history?.replaceState(history.state, '', location?.href.slice(0, -found.length))
  return answer
}
