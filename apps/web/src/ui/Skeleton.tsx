import styles from './Skeleton.module.css'

/** Placeholder of a text while it loads. `width` is in characters of the text. */
export function Skeleton({ width = 8 }: { width?: number }) {
  return (
    <span className={styles.skeleton} style={{ '--width': `${width}ch` }} aria-hidden="true">
      &nbsp;
    </span>
  )
}
