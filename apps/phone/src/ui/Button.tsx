import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './Button.module.css'

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'large' | 'normal' | 'small'
  busy?: boolean
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** A button with text. While busy it keeps the focus and ignores presses. */
export function Button({
  kind = 'secondary',
  size = 'normal',
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={className === undefined ? styles.button : `${styles.button} ${className}`}
      data-kind={kind}
      data-size={size}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  )
}
