import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Note.module.css'

/** Severity of a note. */
export type NoteTone = 'info' | 'warn' | 'loss' | 'gain'

const icons: Record<NoteTone, IconName> = { info: 'info', warn: 'warn', loss: 'refuse', gain: 'check' }

/** An important remark, with an icon and a color. */
export function Note({
  tone = 'info',
  children,
  action,
}: {
  tone?: NoteTone
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles.note} data-tone={tone}>
      <Icon name={icons[tone]} size={18} />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  )
}
