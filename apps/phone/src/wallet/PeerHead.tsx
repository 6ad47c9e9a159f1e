import styles from './PeerHead.module.css'
import { PeerIcon } from './PeerIcon.tsx'
import type { Peer } from './readPeer.ts'

/** A site as a heading: its picture, its host, its own name, and its request. */
export function PeerHead({ peer, wants }: { peer: Peer; wants?: string }) {
  return (
    <div className={styles.head}>
      <PeerIcon peer={peer} size={60} />
      <p className={styles.host} translate="no">
        {peer.host ?? 'No web address'}
      </p>
      <p className={styles.name}>
        <span translate="no">{peer.name}</span>
        {wants !== undefined && ` ${wants}`}
      </p>
    </div>
  )
}
