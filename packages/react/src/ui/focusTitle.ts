/**
 * Gives the title the focus when what had it is gone from the page: nobody who moves by keyboard starts over at the top of
 * the document. Give it the shadow root from before the change.
 */
export function focusTitle(root: Node | undefined): void {
  if (!(root instanceof ShadowRoot) || root.activeElement !== null) return
  root.querySelector<HTMLElement>('.title')?.focus({ preventScroll: true })
}
