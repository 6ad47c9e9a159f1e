import { providerNames } from '@latchkey/protocol'
import type { ReactElement, ReactNode } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useEmailLogin } from '../../hooks/useEmailLogin.ts'
import { useIdentity } from '../../hooks/useIdentity.ts'
import { useNames } from '../../hooks/useNames.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { LeaveNote } from '../../ui/LeaveNote.tsx'
import { List } from '../../ui/List.tsx'
import { Row } from '../../ui/Row.tsx'
import { SocialMark } from '../../ui/SocialMark.tsx'
import { useDisconnect } from '../account/useDisconnect.ts'
import { useHasSmartAccounts } from './useHasSmartAccounts.ts'

/** Rarely used settings of the account: email, security, network, disconnect. */
export function AccountSettings() {
  const { latchkey, t } = useModalScope()
  const { modal } = latchkey
  const { account } = useAccount()
  const { user } = useEmailLogin().state
  const { active } = useNetwork()
  const { isLeaving, isAsking, leave } = useDisconnect()
  const { zone } = useNames()
  const { name } = useIdentity(account?.address)
  const hasSmart = useHasSmartAccounts()
  if (account === undefined) return null
  const isEmbedded = account.connector.type === 'embedded'
  return (
    <div className="view">
      <List label={t('title.AccountSettings')}>
        {isEmbedded && (
          <Row
            id="email"
            picture={<Mark icon="mail" />}
            title={t('settings.email')}
            subtitle={<span translate="no">{user?.email ?? t('settings.noEmail')}</span>}
            end={<Icon name="right" />}
            onClick={() => modal.push('UpdateEmail')}
          />
        )}
        {isEmbedded && typeof zone === 'string' && (
          <Row
            id="name"
            picture={<Mark icon="person" />}
            title={t('settings.name')}
            subtitle={name === undefined ? t('title.ChooseAccountName') : <bdi translate="no">{name}</bdi>}
            end={<Icon name="right" />}
            onClick={() => modal.push('ChooseAccountName')}
          />
        )}
        {isEmbedded && user?.socialProvider && (
          <Row
            id="signIn"
            picture={<Mark icon={<SocialMark provider={user.socialProvider} />} />}
            title={t('settings.signIn')}
            subtitle={
              <span translate="no">
                {[providerNames[user.socialProvider], user.userName].filter(Boolean).join(' · ')}
              </span>
            }
            end={<Icon name="right" />}
            onClick={() => modal.push('Security')}
          />
        )}
        {isEmbedded && (
          <Row
            id="security"
            picture={<Mark icon="shield" />}
            title={t('settings.security')}
            subtitle={t('settings.securityText')}
            end={<Icon name="right" />}
            onClick={() => modal.push('Security')}
          />
        )}
        {hasSmart && (
          <>
            <Row
              id="smartAccount"
              picture={<Mark icon="layers" />}
              title={t('title.SmartAccountSettings')}
              subtitle={t(account.type === 'smartAccount' ? 'wallets.inUse' : `accountType.${account.type}`)}
              end={<Icon name="right" />}
              onClick={() => modal.push('SmartAccountSettings')}
            />
            <Row
              id="sessions"
              picture={<Mark icon="clock" />}
              title={t('title.SmartSessionList')}
              subtitle={t('settings.sessionsText')}
              end={<Icon name="right" />}
              onClick={() => modal.push('SmartSessionList')}
            />
          </>
        )}
        {latchkey.config.enableNetworkSwitch !== false && (
          <Row
            id="networks"
            picture={<Mark icon="globe" />}
            title={t('settings.networks')}
            subtitle={<span translate="no">{active?.name}</span>}
            end={<Icon name="right" />}
            onClick={() => modal.push('Networks')}
          />
        )}
        <Row
          id="disconnect"
          picture={<Mark icon="power" />}
          title={t(isAsking ? 'leave.anyway' : 'account.disconnect')}
          onClick={() => {
            if (!isLeaving) leave()
          }}
        />
      </List>
      {isAsking && <LeaveNote />}
    </div>
  )
}

function Mark({ icon }: { icon: IconName | ReactElement }): ReactNode {
  return (
    <span className="picture tile" data-shape="square">
      {typeof icon === 'string' ? <Icon name={icon} /> : icon}
    </span>
  )
}
