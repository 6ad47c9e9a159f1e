import { useModalScope } from '../../context/ModalScope.tsx'
import { useIdentity } from '../../hooks/useIdentity.ts'
import { Avatar } from '../../identicon/Avatar.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { NamedAddress } from '../../ui/NamedAddress.tsx'
import { QrCode } from '../../ui/QrCode.tsx'

/** An address as a QR code and in groups of digits, with a button to copy it. */
export function ReceiveAddress({ address }: { address: string }) {
  const { t } = useModalScope()
  const { image } = useIdentity(address)
  return (
    <>
      <QrCode text={address} label={t('receive.qr', { address })}>
        <Avatar address={address} image={image} className="qr-logo" />
      </QrCode>
      <div className="receive-address">
        <NamedAddress address={address} name={undefined} />
      </div>
      <CopyButton text={address} label={t('copy.address')} kind="primary" />
    </>
  )
}
