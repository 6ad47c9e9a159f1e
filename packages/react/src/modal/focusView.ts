export type FocusViewParameters = {
  content: HTMLElement
  /** The `data-key` of the element that had the focus when the visitor left the view. */
  key: string | undefined
}

/**
 * Focuses a view that just appeared: the element that had the focus last time, otherwise the one with `data-autofocus`,
 * otherwise the title. From the title, Tab continues in reading order.
 */
export function focusView({ content, key }: FocusViewParameters): void {
  if (!content.isConnected) return
  const root = content.getRootNode() as ShadowRoot
  // On a phone, a focused field would open the keyboard over a view that the visitor has not read yet.
  const isTouch = matchMedia('(pointer: coarse)').matches
  const target =
    (key === undefined ? null : content.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)) ??
    content.querySelector<HTMLElement>(isTouch ? 'button[data-autofocus]' : '[data-autofocus]') ??
    root.querySelector<HTMLElement>('.title')
  target?.focus({ preventScroll: true })
  if (key !== undefined) target?.scrollIntoView({ block: 'nearest' })
}
