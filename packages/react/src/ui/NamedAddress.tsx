import { AddressText } from './AddressText.tsx'

/** What {@link NamedAddress} takes. */
export type NamedAddressProps = {
  address: string
  /** Whom it stood for when it was paid, where that is known. */
  name: string | undefined
}

/** A whole address, with its name above it. */
export function NamedAddress({ address, name }: NamedAddressProps) {
  return (
    <span className="named-address">
      {name !== undefined && (
        <bdi className="receiver-title" translate="no">
          {name}
        </bdi>
      )}
      <AddressText address={address} />
    </span>
  )
}
