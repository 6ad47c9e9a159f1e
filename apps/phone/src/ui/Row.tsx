import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Row.module.css'

export type RowProps = {
  lead?: ReactNode
  title: ReactNode
  subtitle?: ReactNode
  end?: ReactNode
  /** The icon at the end of a row that can be pressed. */
  icon?: IconName
  onPress: () => void
  /** The row is the selected one of several. */
  chosen?: boolean
}

/** A row that can be pressed: it opens a screen, or is one of several options. */
export function Row({ lead, title, subtitle, end, icon, onPress, chosen }: RowProps) {
  return (
    <button type="button" className={styles.row} aria-pressed={chosen} onClick={onPress}>
      {lead}
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {subtitle !== undefined && <span className={styles.subtitle}>{subtitle}</span>}
      </span>
      {end}
      {chosen !== undefined ? (
        <span className={styles.choice}>{chosen && <Icon name="check" size={16} />}</span>
      ) : (
        <span className={styles.icon}>
          <Icon name={icon ?? 'chevron'} size={18} />
        </span>
      )}
    </button>
  )
}
