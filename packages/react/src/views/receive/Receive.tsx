import { useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useEmailLogin } from '../../hooks/useEmailLogin.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { Identicon } from '../../identicon/Identicon.tsx'
import { AddressText } from '../../ui/AddressText.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Note } from '../../ui/Note.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { ProtectFirst } from './ProtectFirst.tsx'

/** The address, for somebody else to send to. */
export function Receive() {
  const { t } = useModalScope()
  const { account, address } = useAccount()
  const { isProtected } = useEmailLogin().state
  const [isAnswered, setAnswered] = useState(false)
  const { active } = useNetwork()
  if (address === undefined) return null
  if (account?.connector.type === 'embedded' && isProtected !== true && !isAnswered)
    return <ProtectFirst onAnswered={() => setAnswered(true)} />
  return (
    <div className="view">
      <QrCode text={address} label={t('receive.qr', { address })}>
        <Identicon address={address} className="qr-logo" />
      </QrCode>
      <div className="receive-address">
        <AddressText address={address} />
      </div>
      <CopyButton text={address} label={t('copy.address')} kind="primary" />
      {active !== undefined && <Note tone="warn">{t('receive.warning', { network: active.name })}</Note>}
    </div>
  )
}
