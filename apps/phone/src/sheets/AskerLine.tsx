import { PeerIcon } from '../wallet/PeerIcon.tsx'
import type { Peer } from '../wallet/readPeer.ts'
import styles from './sheets.module.css'

/** The requesting app, as a line above a request. */
export function AskerLine({ peer }: { peer: Peer }) {
  return (
    <div className={styles.line}>
      <PeerIcon peer={peer} />
      <p>
        <b translate="no">{peer.host ?? 'No web address'}</b>
        <span translate="no">{peer.name}</span>
      </p>
    </div>
  )
}
