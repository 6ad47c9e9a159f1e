import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Panel.module.css'

/** A list with a title, beside another one. Both have the same height, so that the page does not jump while they load. */
export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.panel}>
      <header className={styles.header}>
        <h2>{title}</h2>
        {aside}
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

const places = ['1', '2', '3', '4', '5', '6', '7', '8']

/** Placeholder rows of a list while it loads. */
export function PanelSkeleton({ rowHeight }: { rowHeight: number }) {
  return (
    <div aria-hidden="true" className={styles.skeleton} style={{ '--row': `${rowHeight}px` }}>
      {places.map((place) => (
        <div key={place} className={styles.skeletonRow}>
          <Skeleton width={16} />
          <Skeleton width={9} />
        </div>
      ))}
    </div>
  )
}
