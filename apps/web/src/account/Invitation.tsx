import { ConnectButton } from '@latchkey/react'
import type { IconName } from '../ui/Icon.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './Invitation.module.css'

/** Stands where an account's page would be while nobody is connected: what connecting shows, and the button. */
export function Invitation({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <div className={styles.invitation}>
      <span className={styles.icon}>
        <Icon name={icon} size={28} />
      </span>
      <h1>{title}</h1>
      <p>{text}</p>
      <ConnectButton />
    </div>
  )
}
