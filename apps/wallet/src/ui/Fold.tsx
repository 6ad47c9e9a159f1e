import type { ComponentChildren } from 'preact'
import { Icon } from './Icon.tsx'

/** Collapsible details. */
export function Fold({
  title,
  open = false,
  children,
}: {
  title: string
  open?: boolean
  children: ComponentChildren
}) {
  return (
    <details class="fold" open={open}>
      <summary>
        <span>{title}</span>
        <Icon name="down" />
      </summary>
      <div class="fold-body">{children}</div>
    </details>
  )
}
