import { shortenAddress } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useIdentity } from '../../hooks/useIdentity.ts'
import { Avatar } from '../../identicon/Avatar.tsx'
import { AddressText } from '../../ui/AddressText.tsx'
import { useContactNames } from '../../ui/useContactNames.ts'

export type RouteEndProps = {
  label: string
  address: string
  /** The typed name. */
  name?: string | undefined
  /** An address that it resembles. */
  other?: string | undefined
  /** The visitor's own address, of which a few digits are enough. */
  own?: boolean
}

/** The sender or the receiver of a payment. A name always has its whole address below. */
export function RouteEnd({ label, address, name: typed, other, own = false }: RouteEndProps) {
  const { t } = useModalScope()
  const { account } = useAccount()
  const identity = useIdentity(address)
  const savedNameOf = useContactNames({ savedOnly: true })
  const name = typed ?? savedNameOf(address) ?? identity.name
  return (
    <div className="route-end">
      <Avatar address={address} image={identity.image} className="route-avatar" />
      <div>
        <span className="route-name">{label}</span>
        {name !== undefined && (
          <bdi className="receiver-title" translate="no">
            {name}
          </bdi>
        )}
        {own && name === undefined ? (
          <span className="route-address" translate="no">
            {shortenAddress(address)}
          </span>
        ) : (
          <AddressText address={address} other={other} />
        )}
        {/* The embedded wallet takes no name from a page: its card has the address alone. */}
        {!own && name !== undefined && account?.connector.type === 'embedded' && (
          <span className="route-name">{t('send.compare')}</span>
        )}
      </div>
    </div>
  )
}
