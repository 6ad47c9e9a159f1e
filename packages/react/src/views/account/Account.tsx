import type { ChainNamespace } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useBalances } from '../../hooks/useBalances.ts'
import { useEmailLogin } from '../../hooks/useEmailLogin.ts'
import type { MessageKey } from '../../messages/Messages.ts'
import { useReadable } from '../../store/useReadable.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { LeaveNote } from '../../ui/LeaveNote.tsx'
import { Note } from '../../ui/Note.tsx'
import { RiskNote } from '../../ui/RiskNote.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ViewFooter } from '../../ui/ViewFooter.tsx'
import type { View } from '../ViewGroup.ts'
import { AccountHead } from './AccountHead.tsx'
import { ActivityTab } from './ActivityTab.tsx'
import { Orders } from './Orders.tsx'
import { PendingTransactions } from './PendingTransactions.tsx'
import { TokenList } from './TokenList.tsx'
import { useDisconnect } from './useDisconnect.ts'

/** Actions of the account view, in the order of the buttons. `families` limits an action to accounts of these families. */
const actions: readonly {
  view: 'OnRampProviders' | 'WalletSend' | 'Swap' | 'Receive'
  icon: IconName
  label: MessageKey & ('title.OnRampProviders' | 'account.send' | 'title.Swap' | 'account.receive')
  families?: readonly ChainNamespace[]
}[] = [
  { view: 'OnRampProviders', icon: 'plus', label: 'title.OnRampProviders', families: ['eip155', 'solana'] },
  { view: 'WalletSend', icon: 'send', label: 'account.send' },
  { view: 'Swap', icon: 'self', label: 'title.Swap', families: ['eip155'] },
  { view: 'Receive', icon: 'receive', label: 'account.receive' },
]

/** The connected account: its head, the actions, and tabs of tokens and activity. */
export const Account: View<'Account'> = ({ data }) => {
  const { latchkey, t } = useModalScope()
  const { modal } = latchkey
  const { account } = useAccount()
  const { user } = useEmailLogin().state
  const balances = useBalances()
  const relay = useReadable(latchkey.pairing.relay)
  const [tab, setTab] = useRemembered<'tokens' | 'activity'>('Account.tab', data?.tab ?? 'tokens')
  const { isLeaving, isAsking, leave } = useDisconnect()

  if (account === undefined) return null
  const isEmbedded = account.connector.type === 'embedded'
  return (
    <div className="view">
      <AccountHead account={account} user={isEmbedded ? user : undefined} balances={balances} />
      {account.connector.type === 'walletConnect' && (relay === 'down' || relay === 'refused') && (
        <Note tone="warn">{t('paired.unreachable', { wallet: account.connector.name })}</Note>
      )}
      <div className="actions">
        {actions
          .filter(({ families }) => families === undefined || families.includes(account.namespace))
          .map(({ view, icon, label }) => (
            <button key={view} type="button" className="action" data-key={icon} onClick={() => modal.push(view)}>
              <span className="action-mark">
                <Icon name={icon} />
              </span>
              <span>{t(label)}</span>
            </button>
          ))}
      </div>
      {isEmbedded && <RiskNote />}
      <PendingTransactions limit={3} />
      <Orders />
      <Tabs
        label={t('title.Account')}
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'tokens', label: t('account.tokens'), content: <TokenList balances={balances} /> },
          { id: 'activity', label: t('account.activity'), content: <ActivityTab /> },
        ]}
      />
      <ViewFooter>
        {isAsking && <LeaveNote />}
        <div className="pair">
          {isEmbedded && (
            <button type="button" className="leave" data-key="settings" onClick={() => modal.push('AccountSettings')}>
              <Icon name="settings" />
              {t('account.settings')}
            </button>
          )}
          <button type="button" className="leave" disabled={isLeaving} onClick={leave}>
            <Icon name="power" />
            {t(isAsking ? 'leave.anyway' : 'account.disconnect')}
          </button>
        </div>
      </ViewFooter>
    </div>
  )
}
