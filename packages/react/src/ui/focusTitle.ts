/**
 * Focuses the title after the focused element was removed from the page. Otherwise a keyboard user would start again at the top of the
 * document. Pass the shadow root from before the change.
 */
export function focusTitle(root: Node | undefined): void {
  if (!(root instanceof ShadowRoot) || root.activeElement !== null) return
  root.querySelector<HTMLElement>('.title')?.focus({ preventScroll: true })
}
