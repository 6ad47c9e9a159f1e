import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Countdown } from '../ui/Countdown.tsx'
import styles from './sheets.module.css'

/** The foot of every approval: the button to decline, the other actions, and the remaining time. */
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
