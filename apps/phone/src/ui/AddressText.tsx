import styles from './AddressText.module.css'
import { groupAddress } from './groupAddress.ts'

/** A whole address in groups of four. Copies as one piece. */
export function AddressText({ address }: { address: string }) {
  return (
    <span className={styles.address} translate="no">
      {groupAddress(address).map(({ start, text }) => (
        <span key={start}>{text}</span>
      ))}
    </span>
  )
}
