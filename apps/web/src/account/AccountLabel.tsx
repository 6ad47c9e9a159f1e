import { shortenAddress } from '@latchkey/protocol'
import { useIdentity } from '@latchkey/react'
import { cleanLabel } from '../format/cleanLabel.ts'
import { useSite } from '../site/SiteContext.ts'
import { isFirstPartyImage } from '../ui/isFirstPartyImage.ts'
import styles from './AccountLabel.module.css'

/** An address in a list: its name and picture, otherwise the short address. The tooltip has the whole address. */
export function AccountLabel({ address }: { address: string }) {
  const { apiUrl } = useSite()
  const { name, image } = useIdentity(address)
  return (
    <span className={styles.who} title={address}>
      {image !== undefined && isFirstPartyImage({ url: image, apiUrl }) && (
        <img className={styles.picture} src={image} alt="" width={18} height={18} />
      )}
      {name === undefined ? (
        shortenAddress(address)
      ) : (
        <bdi className={styles.name} translate="no">
          {cleanLabel(name, { limit: 80 })}
        </bdi>
      )}
    </span>
  )
}
