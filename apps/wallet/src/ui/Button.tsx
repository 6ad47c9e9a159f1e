import type { ComponentChildren, Ref } from 'preact'
import { Icon, type IconName } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

export type ButtonProps = {
  children: ComponentChildren
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  icon?: IconName | undefined
  busy?: boolean
  disabled?: boolean
  elementRef?: Ref<HTMLButtonElement>
  onClick: () => void
}

/** A button with a text; the primary one is the screen's main next step. */
export function Button({
  children,
  kind = 'primary',
  icon,
  busy = false,
  disabled = false,
  elementRef = null,
  onClick,
}: ButtonProps) {
  return (
    <button
      ref={elementRef}
      type="button"
      class="btn"
      data-kind={kind}
      aria-busy={busy ? 'true' : undefined}
      // `aria-disabled` keeps the button in the tab order, so that it can be discovered.
      aria-disabled={disabled || busy ? 'true' : undefined}
      onClick={() => {
        if (!disabled && !busy) onClick()
      }}
    >
      {busy ? <Spinner /> : icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}
