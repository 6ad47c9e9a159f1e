import type { ModalFeature } from '@latchkey/core'

/** Where the modal notes in an entry of the browser's history how many entries it added below and with it. */
export const historyKey = 'latchkeyModal'

/** What {@link followHistory} needs of the modal. */
export type FollowHistoryParameters = {
  modal: Pick<ModalFeature, 'getState' | 'subscribe'>
  /** One view back; at the first one the modal closes. It may refuse. */
  goBack: () => void
}

/**
 * Has the browser's Back button lead one view back in the modal, and close it at its first view.
 *
 * Each view adds an entry with the page's own address and state, which routers keep theirs in; the note beside it is all that
 * differs. A view that leaves by itself takes no entry away: `history.back` comes late, and would undo a navigation with which the app
 * answers a connection. Its entry is used again by the next view, or passed over by the next Back.
 *
 * @returns the function that stops it
 */
export function followHistory({ modal, goBack }: FollowHistoryParameters): () => void {
  /** How many views lie on each other; 0 while the modal is closed. */
  const depth = () => modal.getState().history.length
  const { history, location } = window
  // The browser's own: some routers put theirs in its place, and would take the entry for a navigation.
  const { pushState, replaceState } = History.prototype
  /** The number of the modal's own entries at and below the one where the page is; undefined on the app's own. */
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
      // A browser that limits how often a page may do this: Back leads where it always did.
    }
  }
  const onPop = ({ state }: PopStateEvent) => {
    const [from, fromHref] = [at, href]
    at = positionOf(state)
    href = location.href
    if (at === undefined || from === undefined || at >= from) return
    if (depth() === 0) {
      // Between entries of one page that differ in nothing that anybody sees.
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

/** Routers keep objects there, or nothing; what else an app keeps is left alone. */
function mayHold(state: unknown): boolean {
  return state === null || (typeof state === 'object' && !Array.isArray(state))
}

function positionOf(state: unknown): number | undefined {
  const position = (state as Record<string, unknown> | null)?.[historyKey]
  return typeof position === 'number' ? position : undefined
}
