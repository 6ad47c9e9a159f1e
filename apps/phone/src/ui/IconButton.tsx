import type { ButtonHTMLAttributes } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './IconButton.module.css'

/** A button with only an icon; `label` is its accessible name. */
export function IconButton({
  icon,
  label,
  ...rest
}: { icon: IconName; label: string } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...rest} className={styles.button} aria-label={label}>
      <Icon name={icon} />
    </button>
  )
}
