import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Countdown } from '../ui/Countdown.tsx'
import styles from './sheets.module.css'

/** What stands below everything that waits for the owner: to decline, what else there is to do, and how long. */
export function DecisionFoot({
  isRejecting,
  onReject,
  expiry,
  children,
}: {
  isRejecting: boolean
  onReject: () => void
  /** Unix seconds. */
  expiry: number
  children: ReactNode
}) {
  return (
    <>
      <div className={styles.actions}>
        <Button kind="secondary" size="large" busy={isRejecting} onClick={onReject}>
          Decline
        </Button>
        {children}
      </div>
      <p className={styles.expiry}>
        <Countdown expiry={expiry} />
      </p>
    </>
  )
}
