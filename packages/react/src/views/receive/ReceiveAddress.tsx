import { useModalScope } from '../../context/ModalScope.tsx'
import { Identicon } from '../../identicon/Identicon.tsx'
import { AddressText } from '../../ui/AddressText.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { QrCode } from '../../ui/QrCode.tsx'

/** An address as a code, whole in groups, and to copy. */
export function ReceiveAddress({ address }: { address: string }) {
  const { t } = useModalScope()
  return (
    <>
      <QrCode text={address} label={t('receive.qr', { address })}>
        <Identicon address={address} className="qr-logo" />
      </QrCode>
      <div className="receive-address">
        <AddressText address={address} />
      </div>
      <CopyButton text={address} label={t('copy.address')} kind="primary" />
    </>
  )
}
