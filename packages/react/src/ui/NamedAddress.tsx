import { useIdentity } from '../hooks/useIdentity.ts'
import { AddressText } from './AddressText.tsx'

export type NamedAddressProps = {
  address: string
  /** The name of the address at the time of the payment; undefined for its current name. */
  name: string | undefined
}

/** A whole address, with its name above it. */
export function NamedAddress({ address, name }: NamedAddressProps) {
  const { name: present } = useIdentity(address)
  const shown = name ?? present
  return (
    <span className="named-address">
      {shown !== undefined && (
        <bdi className="receiver-title" translate="no">
          {shown}
        </bdi>
      )}
      <AddressText address={address} />
    </span>
  )
}
