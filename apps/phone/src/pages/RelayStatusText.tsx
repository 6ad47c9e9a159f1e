import type { PairedWalletState } from '@latchkey/testkit'
import styles from './pages.module.css'

type Status = PairedWalletState['relays'][number]['status']

const texts: Readonly<Record<Status, string>> = {
  idle: 'Relay ready',
  connecting: 'Connecting to the relay…',
  connected: 'Relay connected',
  waiting: 'Relay offline',
  refused: 'Refused by the relay',
}

/** Returns the best status of several relays, because one working relay is enough. */
export function relayStatusOf(relays: PairedWalletState['relays']): Status {
  const order: readonly Status[] = ['connected', 'connecting', 'waiting', 'refused', 'idle']
  return order.find((status) => relays.some((relay) => relay.status === status)) ?? 'idle'
}

/** The status of the relay, in three words. */
export function RelayStatusText({ relays }: { relays: PairedWalletState['relays'] }) {
  const status = relayStatusOf(relays)
  return (
    <p className={styles.status} role="status">
      <span className={styles.dot} data-status={status} aria-hidden="true" />
      {texts[status]}
    </p>
  )
}
