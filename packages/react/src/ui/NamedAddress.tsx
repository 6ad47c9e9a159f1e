import { useIdentity } from '../hooks/useIdentity.ts'
import { AddressText } from './AddressText.tsx'

/** What {@link NamedAddress} takes. */
export type NamedAddressProps = {
  address: string
  /** Whom it stood for when it was paid, where that is known; else who it is now. */
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
