import type { ModalFeature } from '@latchkey/core'

/** Property of a history entry's state: the number of entries that the modal has added up to this one. */
export const historyKey = 'latchkeyModal'

export type FollowHistoryParameters = {
  modal: Pick<ModalFeature, 'getState' | 'subscribe'>
  /** Goes back one view; at the first one the modal closes. It can refuse. */
  goBack: () => void
}

/**
 * Makes the browser's Back button go back one view in the modal, and close it at its first view.
 *
 * Each view adds an entry with the page's own URL and state, which belongs to the page's router. Only the added property differs.
 * A view that closes for another reason does not remove its entry: `history.back` is asynchronous, and would undo a navigation with
 * which the app answers a connection. The next view uses the entry again, or the next Back skips it.
 *
 * @returns function that stops it
 */
export function followHistory({ modal, goBack }: FollowHistoryParameters): () => void {
  /** Number of views in the modal's history; 0 while the modal is closed. */
  const depth = () => modal.getState().history.length
  const { history, location } = window
  // The browser's own methods: some routers replace them, and would treat the new entry as a navigation.
  const { pushState, replaceState } = History.prototype
  /** Number of the modal's entries up to the current one; undefined on an entry of the app. */
  let at = positionOf(history.state)
  let href = location.href

  const note = (position: number) => ({ ...(history.state as object | null), [historyKey]: position })
  const add = () => {
    if (!mayHold(history.state)) return
    try {
      at = positionOf(history.state)
      if (at === undefined && depth() > 0) {
        at = 0
        replaceState.call(history, note(at), '')
      }
      for (; at !== undefined && at < depth(); ) pushState.call(history, note(++at), '')
      href = location.href
    } catch {
      // Some browsers limit these calls. Back then works as it does without the modal.
    }
  }
  const onPop = ({ state }: PopStateEvent) => {
    const [from, fromHref] = [at, href]
    at = positionOf(state)
    href = location.href
    if (at === undefined || from === undefined || at >= from) return
    if (depth() === 0) {
      // Both entries belong to the same page and look the same.
      if (href === fromHref) history.go(-(at + 1))
      return
    }
    const target = Math.min(depth() - 1, at)
    for (let before = Infinity; depth() > target && depth() < before; ) {
      before = depth()
      goBack()
    }
    add()
  }
  const stop = modal.subscribe(add)
  window.addEventListener('popstate', onPop)
  add()
  return () => {
    stop()
    window.removeEventListener('popstate', onPop)
  }
}

/** Whether an entry's state can hold the property. Routers store an object or nothing; other values stay unchanged. */
function mayHold(state: unknown): boolean {
  return state === null || (typeof state === 'object' && !Array.isArray(state))
}

function positionOf(state: unknown): number | undefined {
  const position = (state as Record<string, unknown> | null)?.[historyKey]
  return typeof position === 'number' ? position : undefined
}
