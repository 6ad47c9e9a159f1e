import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import styles from './Activity.module.css'

/** Placeholder of the activity while it loads. */
export function ActivitySkeleton() {
  return (
    <div aria-hidden="true">
      <p className={styles.month}>
        <Skeleton width={12} />
      </p>
      <SkeletonRows count={6} picture={44} widths={[18, 10]} />
    </div>
  )
}
