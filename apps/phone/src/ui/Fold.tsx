import type { ReactNode } from 'react'
import styles from './Fold.module.css'
import { Icon } from './Icon.tsx'

/** A section that can be expanded. */
export function Fold({ title, open = false, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details className={styles.fold} open={open}>
      <summary>
        {title}
        <Icon name="chevronDown" size={18} />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
