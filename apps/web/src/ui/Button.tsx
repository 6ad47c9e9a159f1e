import type { ComponentProps } from 'react'
import styles from './Button.module.css'
import { Icon, type IconName } from './Icon.tsx'

/** A button. Each view has at most one `primary` button. */
export function Button({
  kind = 'quiet',
  size = 'm',
  icon,
  className,
  children,
  ...props
}: ComponentProps<'button'> & { kind?: 'primary' | 'quiet' | 'plain'; size?: 's' | 'm'; icon?: IconName }) {
  return (
    <button
      type="button"
      className={[styles.button, className].filter(Boolean).join(' ')}
      data-kind={kind}
      data-size={size}
      {...props}
    >
      {icon && <Icon name={icon} size={size === 's' ? 16 : 18} />}
      {children}
    </button>
  )
}
