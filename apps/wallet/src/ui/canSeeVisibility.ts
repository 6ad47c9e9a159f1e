/** Whether the engine can prove the frame's visibility. */
export type Visibility = {
  /** IntersectionObserver v2: the engine can prove that the card is really visible. Without it, approvals are given in a window. */
  canProve: () => boolean
}

/**
 * Returns whether the engine can prove that an element is really visible: IntersectionObserver v2 (`isVisible`), which Chromium
 * supports, and Firefox and WebKit do not. Without it, approvals are given in a top-level window.
 */
export function canSeeVisibility(): boolean {
  return typeof IntersectionObserverEntry === 'function' && 'isVisible' in IntersectionObserverEntry.prototype
}
