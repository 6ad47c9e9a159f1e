import { LatchkeyError } from '@latchkey/protocol'
import { useState } from 'react'
import { useAccount } from '../../hooks/useAccount.ts'
import { useBalances } from '../../hooks/useBalances.ts'
import { useModalScope } from '../../modal/ModalScope.tsx'
import { useRemembered } from '../../modal/useRemembered.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import type { View } from '../ViewGroup.ts'
import { AccountHead } from './AccountHead.tsx'
import { ActivityPreview } from './ActivityPreview.tsx'
import { TokenList } from './TokenList.tsx'

/** The connected account: who, how much, and what can be done with it. */
export const Account: View<'Account'> = ({ data }) => {
  const { latchkey, t, sentence } = useModalScope()
  const { modal } = latchkey
  const { account, disconnect } = useAccount()
  const balances = useBalances()
  const [tab, setTab] = useRemembered<'tokens' | 'activity'>('Account.tab', data?.tab ?? 'tokens')
  const [leaving, setLeaving] = useState(false)

  async function leave(): Promise<void> {
    setLeaving(true)
    try {
      await disconnect()
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      modal.toast({ kind: 'error', message: sentence(error) })
    } finally {
      setLeaving(false)
    }
  }

  if (account === undefined) return null
  return (
    <div className="view">
      <AccountHead account={account} balances={balances} />
      <div className="actions">
        <button type="button" className="action" data-key="send" onClick={() => modal.push('WalletSend')}>
          <span className="action-mark">
            <Icon name="send" />
          </span>
          {t('account.send')}
        </button>
        <button type="button" className="action" data-key="receive" onClick={() => modal.push('Receive')}>
          <span className="action-mark">
            <Icon name="receive" />
          </span>
          {t('account.receive')}
        </button>
      </div>
      <Tabs
        label={t('title.Account')}
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'tokens', label: t('account.tokens'), content: <TokenList balances={balances} /> },
          { id: 'activity', label: t('account.activity'), content: <ActivityPreview /> },
        ]}
      />
      <button type="button" className="leave" disabled={leaving} onClick={() => void leave()}>
        <Icon name="power" />
        {t('account.disconnect')}
      </button>
    </div>
  )
}
