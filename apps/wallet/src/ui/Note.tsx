import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './Icon.tsx'

export type NoteProps = {
  tone?: 'info' | 'warn' | 'loss' | 'gain'
  icon?: IconName
  children: ComponentChildren
  /** Announced to screen readers as soon as it appears. */
  alert?: boolean
}

const icons = { info: 'info', warn: 'alert', loss: 'alert', gain: 'shield' } as const

/** A remark inside a screen. */
export function Note({ tone = 'info', icon = icons[tone], children, alert = false }: NoteProps) {
  return (
    <div class="note" data-tone={tone} role={alert ? 'alert' : undefined}>
      <Icon name={icon} />
      <div class="note-text">{children}</div>
    </div>
  )
}
