/** What {@link focusView} takes. */
export type FocusViewParameters = {
  content: HTMLElement
  /** The `data-key` of the element that had the focus when the view was left. */
  key: string | undefined
}

/**
 * Gives a view that just appeared the focus: what was left there last time, else what the view asks for
 * (`data-autofocus`), else the title, from where Tab goes on in reading order.
 */
export function focusView({ content, key }: FocusViewParameters): void {
  if (!content.isConnected) return
  const root = content.getRootNode() as ShadowRoot
  // On a phone, focusing a field would throw the keyboard over a view that nobody has read yet.
  const isTouch = matchMedia('(pointer: coarse)').matches
  const target =
    (key === undefined ? null : content.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)) ??
    content.querySelector<HTMLElement>(isTouch ? 'button[data-autofocus]' : '[data-autofocus]') ??
    root.querySelector<HTMLElement>('.title')
  target?.focus({ preventScroll: true })
  if (key !== undefined) target?.scrollIntoView({ block: 'nearest' })
}
