import { useIdentity } from '@latchkey/react'
import { cleanLabel } from '../format/cleanLabel.ts'
import { FullAddress } from '../ui/FullAddress.tsx'
import styles from './AccountLabel.module.css'

/** An address in the details of a transaction: the whole address, below its name if there is one. */
export function NamedAddress({ address }: { address: string }) {
  const { name } = useIdentity(address)
  return (
    <>
      {name !== undefined && (
        <bdi className={styles.above} translate="no">
          {cleanLabel(name, { limit: 80 })}
        </bdi>
      )}
      <FullAddress address={address} />
    </>
  )
}
