/** What the engine can tell about the frame's own visibility. */
export type Visibility = {
  /** IntersectionObserver v2: the engine can tell whether the card is really seen. Without it approvals are given in a window. */
  canProve: () => boolean
}

/**
 * Tells whether the engine can say that an element is really seen: IntersectionObserver v2 (`isVisible`), which Chromium has, and
 * Firefox and WebKit have not. Without it approvals are given in a top-level window.
 */
export function canSeeVisibility(): boolean {
  return typeof IntersectionObserverEntry === 'function' && 'isVisible' in IntersectionObserverEntry.prototype
}
