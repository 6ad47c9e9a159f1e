import { useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useEmailLogin } from '../../hooks/useEmailLogin.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { Note } from '../../ui/Note.tsx'
import { ProtectFirst } from '../../ui/ProtectFirst.tsx'
import { RiskNote } from '../../ui/RiskNote.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ReceiveAddress } from './ReceiveAddress.tsx'

/** The address, so that others can send to it. A Bitcoin wallet has one for payments and one for ordinals. */
export function Receive() {
  const { t } = useModalScope()
  const { account, address } = useAccount()
  const { isProtected } = useEmailLogin().state
  const [isAnswered, setAnswered] = useState(false)
  const [purpose, setPurpose] = useState<'payment' | 'ordinal'>('payment')
  const { active } = useNetwork()
  if (address === undefined || account === undefined) return null
  if (account.connector.type === 'embedded' && isProtected !== true && !isAnswered)
    return <ProtectFirst onAnswered={() => setAnswered(true)} />
  const ofPurpose = (wanted: typeof purpose) => account.allAccounts.find(({ type }) => type === wanted)?.address
  const [payment, ordinal] = [ofPurpose('payment'), ofPurpose('ordinal')]
  const warning = active !== undefined && <Note tone="warn">{t('receive.warning', { network: active.name })}</Note>
  if (payment === undefined || ordinal === undefined)
    return (
      <div className="view">
        {account.connector.type === 'embedded' && <RiskNote />}
        <ReceiveAddress address={address} />
        {warning}
      </div>
    )
  return (
    <div className="view">
      {account.connector.type === 'embedded' && <RiskNote />}
      <Tabs
        label={t('receive.addresses')}
        value={purpose}
        onChange={setPurpose}
        tabs={[
          { id: 'payment', label: t('receive.payment'), content: <ReceiveAddress address={payment} /> },
          { id: 'ordinal', label: t('receive.ordinal'), content: <ReceiveAddress address={ordinal} /> },
        ]}
      />
      {purpose === 'ordinal' && <Note>{t('receive.ordinal.note')}</Note>}
      {warning}
    </div>
  )
}
