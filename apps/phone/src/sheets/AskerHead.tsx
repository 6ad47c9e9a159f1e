import { PeerIcon } from '../wallet/PeerIcon.tsx'
import type { Peer } from '../wallet/readPeer.ts'
import styles from './sheets.module.css'

/** Who asks, large: picture, host and the name that the app gives itself. */
export function AskerHead({ peer, wants }: { peer: Peer; wants: string }) {
  return (
    <div className={styles.asker}>
      <PeerIcon peer={peer} size={60} />
      <p className={styles.host} translate="no">
        {peer.host ?? 'No web address'}
      </p>
      <p className={styles.wants}>
        <span translate="no">{peer.name}</span> {wants}
      </p>
    </div>
  )
}
