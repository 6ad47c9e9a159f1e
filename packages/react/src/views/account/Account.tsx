import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useBalances } from '../../hooks/useBalances.ts'
import { useEmailLogin } from '../../hooks/useEmailLogin.ts'
import { useReadable } from '../../store/useReadable.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import type { View } from '../ViewGroup.ts'
import { AccountHead } from './AccountHead.tsx'
import { AccountTypeSwitch } from './AccountTypeSwitch.tsx'
import { ActivityPreview } from './ActivityPreview.tsx'
import { PendingTransactions } from './PendingTransactions.tsx'
import { TokenList } from './TokenList.tsx'
import { useDisconnect } from './useDisconnect.ts'

/** The connected account: who, how much, and what can be done with it. */
export const Account: View<'Account'> = ({ data }) => {
  const { latchkey, t } = useModalScope()
  const { modal } = latchkey
  const { account } = useAccount()
  const { state: email, ensureProtected } = useEmailLogin()
  const balances = useBalances()
  const relay = useReadable(latchkey.pairing.relay)
  const [tab, setTab] = useRemembered<'tokens' | 'activity'>('Account.tab', data?.tab ?? 'tokens')
  const { isLeaving, leave } = useDisconnect()

  if (account === undefined) return null
  const isEmbedded = account.connector.type === 'embedded'
  return (
    <div className="view">
      <AccountHead account={account} user={isEmbedded ? email.user : undefined} balances={balances} />
      <AccountTypeSwitch account={account} />
      {account.connector.type === 'walletConnect' && (relay === 'down' || relay === 'refused') && (
        <Note tone="warn">{t('paired.unreachable', { wallet: account.connector.name })}</Note>
      )}
      <div className="actions">
        <button type="button" className="action" data-key="send" onClick={() => modal.push('WalletSend')}>
          <span className="action-mark">
            <Icon name="send" />
          </span>
          {t('account.send')}
        </button>
        {account.namespace === 'eip155' && (
          <button type="button" className="action" data-key="swap" onClick={() => modal.push('Swap')}>
            <span className="action-mark">
              <Icon name="self" />
            </span>
            {t('title.Swap')}
          </button>
        )}
        <button type="button" className="action" data-key="receive" onClick={() => modal.push('Receive')}>
          <span className="action-mark">
            <Icon name="receive" />
          </span>
          {t('account.receive')}
        </button>
      </div>
      {isEmbedded && email.isProtected === false && (
        <Note
          tone="warn"
          // Closed without an answer: the remark stays.
          action={{ label: t('protect.short'), onClick: () => void ensureProtected().catch(() => undefined) }}
        >
          <strong>{t('security.unprotected.title')}</strong>
          <span>{t('security.unprotected.text')}</span>
        </Note>
      )}
      <PendingTransactions limit={3} />
      <Tabs
        label={t('title.Account')}
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'tokens', label: t('account.tokens'), content: <TokenList balances={balances} /> },
          { id: 'activity', label: t('account.activity'), content: <ActivityPreview /> },
        ]}
      />
      {isEmbedded ? (
        <button type="button" className="leave" data-key="settings" onClick={() => modal.push('AccountSettings')}>
          <Icon name="settings" />
          {t('account.settings')}
        </button>
      ) : (
        <button type="button" className="leave" disabled={isLeaving} onClick={leave}>
          <Icon name="power" />
          {t('account.disconnect')}
        </button>
      )}
    </div>
  )
}
