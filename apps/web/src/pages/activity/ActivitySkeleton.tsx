import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Activity.module.css'

const places = ['1', '2', '3', '4', '5', '6']

/** Holds the place of the activity while it loads. */
export function ActivitySkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <p className={styles.month}>
        <Skeleton width={12} />
      </p>
      {places.map((place) => (
        <div key={place} className={styles.skeletonRow}>
          <span className={styles.skeletonIcon} />
          <Skeleton width={18} />
          <Skeleton width={10} />
        </div>
      ))}
    </div>
  )
}
