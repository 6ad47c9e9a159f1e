import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

export type ButtonProps = {
  children: ReactNode
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  icon?: IconName | undefined
  busy?: boolean
  disabled?: boolean
  autoFocusInView?: boolean
  onClick: () => void
}

/** A button with a text. The primary one is the next step of the view. */
export function Button({
  children,
  kind = 'primary',
  icon,
  busy = false,
  disabled = false,
  autoFocusInView,
  onClick,
}: ButtonProps) {
  return (
    <button
      type="button"
      className="btn"
      data-kind={kind}
      data-autofocus={autoFocusInView ? '' : undefined}
      aria-busy={busy || undefined}
      // `aria-disabled` keeps the button in the tab order, so that a visitor can discover it.
      aria-disabled={disabled || busy || undefined}
      onClick={() => {
        if (!disabled && !busy) onClick()
      }}
    >
      {busy ? <Spinner /> : icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}
