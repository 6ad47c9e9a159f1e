import { Skeleton } from './Skeleton.tsx'
import styles from './SkeletonRows.module.css'

/** Placeholder of a list's rows while it loads: a picture, and texts at both ends, in characters. */
export function SkeletonRows({
  count,
  picture,
  widths: [start, end],
}: {
  count: number
  /** The picture's size in CSS pixels. */
  picture: number
  widths: readonly [start: number, end: number]
}) {
  return Array.from({ length: count }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all equal
    <div key={place} className={styles.row}>
      <span className={styles.picture} style={{ '--size': `${picture}px` }} />
      <Skeleton width={start} />
      <Skeleton width={end} />
    </div>
  ))
}
