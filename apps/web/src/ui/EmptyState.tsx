import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { Icon, type IconName } from './Icon.tsx'

/** States that there is nothing, or that something failed, and offers the next step. */
export function EmptyState({
  icon,
  title,
  text,
  heading: Heading = 'p',
  children,
  compact = false,
}: {
  icon?: IconName
  title: string
  text?: string | undefined
  heading?: 'p' | 'h1' | 'h2'
  children?: ReactNode
  compact?: boolean
}) {
  return (
    <div className={styles.empty} data-compact={compact}>
      {icon && (
        <span className={styles.icon}>
          <Icon name={icon} size={compact ? 20 : 26} />
        </span>
      )}
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
