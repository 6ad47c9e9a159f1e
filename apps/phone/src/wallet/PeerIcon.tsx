import { useState } from 'react'
import { chooseIcon } from './chooseIcon.ts'
import styles from './PeerIcon.module.css'
import { usePhone } from './PhoneContext.ts'
import type { Peer } from './readPeer.ts'

/** An app's picture if it is allowed, otherwise the first letter of its host. */
export function PeerIcon({ peer: { icons, host, name }, size = 44 }: { peer: Peer; size?: number }) {
  const { imageOrigins } = usePhone().config
  const source = chooseIcon({ icons, imageOrigins })
  const [broken, setBroken] = useState<string>()
  return (
    <span className={styles.icon} data-size={size > 50 ? 'large' : 'normal'} aria-hidden="true">
      {source !== undefined && source !== broken ? (
        <img src={source} alt="" width={size} height={size} onError={() => setBroken(source)} />
      ) : (
        [...(host ?? name)][0]?.toUpperCase()
      )}
    </span>
  )
}
