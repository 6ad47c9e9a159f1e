import { useEffect, useState } from 'react'
import styles from './sheets.module.css'

/** Shown while the request is being described. After a while it explains the delay. */
export function Reading() {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), 4000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.reading} role="status">
      <span />
      <span />
      <span />
      <p className={styles.readingText}>
        {isSlow ? 'Still checking the effects with the network. Nothing is signed meanwhile.' : 'Reading the request…'}
      </p>
    </div>
  )
}
