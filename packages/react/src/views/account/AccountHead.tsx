import type { BalancesState, ConnectedAccount, EmbeddedUser } from '@latchkey/core'
import { shortenAddress, shortenText } from '@latchkey/protocol'
import { useId } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useConnections } from '../../hooks/useConnections.ts'
import { useIdentity } from '../../hooks/useIdentity.ts'
import { useNames } from '../../hooks/useNames.ts'
import { Avatar } from '../../identicon/Avatar.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { nameOfUser } from '../../ui/nameOfUser.ts'
import { SocialMark } from '../../ui/SocialMark.tsx'
import { WalletPicture } from '../../ui/WalletPicture.tsx'

export type AccountHeadProps = {
  account: ConnectedAccount
  /** The logged-in user, if the account is of the embedded wallet. */
  user?: EmbeddedUser | undefined
  balances: BalancesState
}

/** The avatar, the address (one tap shows all of it) and the total value. */
export function AccountHead({ account, user, balances }: AccountHeadProps) {
  const { latchkey, t, format } = useModalScope()
  const [isWhole, setWhole] = useRemembered('Account.whole', false)
  const id = useId()
  const { address } = account
  const identity = useIdentity(address)
  const { name, image } = identity
  const who = name === undefined ? shortenAddress(address) : shortenText(name)
  // An empty list is worth 0. A list without any price has no known value.
  const total = balances.data?.length === 0 ? 0 : balances.total
  const { active } = useReadable(latchkey.networks)
  const isWaiting = balances.data === undefined && balances.error === undefined
  return (
    <div className="account-head">
      <Avatar address={address} image={image} className="avatar" />
      <div className="account-name">
        <button
          type="button"
          className="address-button"
          aria-expanded={isWhole}
          aria-controls={id}
          aria-label={t('account.whole', { address: who })}
          onClick={() => setWhole(!isWhole)}
        >
          <span className="account-who" dir="ltr" translate="no" title={name}>
            {who}
          </span>
          <Icon name="down" />
        </button>
        <CopyButton text={address} label={t('copy.address')} />
      </div>
      {user && 'name' in identity && name === undefined && account.namespace === 'eip155' && <NameLink />}
      <WalletsLink account={account} user={user} />
      <div id={id} className="account-whole" hidden={!isWhole}>
        <AddressText address={address} />
      </div>
      <div
        className="total"
        data-length={total !== undefined && format.money(total).length > 14 ? 'long' : undefined}
        aria-busy={isWaiting || undefined}
      >
        {isWaiting ? (
          <span className="skeleton skeleton-total" />
        ) : total === undefined ? (
          <>
            <span className="unknown" aria-hidden="true">
              —
            </span>
            <span className="total-note">
              {balances.data === undefined ? t('account.balanceUnavailable') : t('money.noPrice')}
            </span>
          </>
        ) : (
          <>
            <span className="figures" data-figures="">
              {format.money(total)}
            </span>
            {active && <span className="total-note">{t('account.totalOn', { network: active.name })}</span>}
          </>
        )}
      </div>
    </div>
  )
}

/** Link to the name views, on sites that register names. */
function NameLink() {
  const { latchkey, t } = useModalScope()
  const { zone } = useNames()
  if (!zone) return null
  return (
    <button
      type="button"
      className="text-button account-choose"
      data-key="name"
      onClick={() => latchkey.modal.push('ChooseAccountName')}
    >
      {t('title.ChooseAccountName')}
    </button>
  )
}

/** Shows the wallet in use, or the user who is logged in. Leads to the connected wallets. */
function WalletsLink({ account: { connector }, user }: Pick<AccountHeadProps, 'account' | 'user'>) {
  const { latchkey, t } = useModalScope()
  const { connections } = useConnections()
  const who = (user && nameOfUser(user)) || undefined
  return (
    <button type="button" className="account-wallet" data-key="wallets" onClick={() => latchkey.modal.push('Wallets')}>
      <span className="sr">{t('account.wallets', { wallet: connector.name })}</span>
      {user?.socialProvider ? (
        <SocialMark provider={user.socialProvider} />
      ) : (
        <WalletPicture name={connector.name} icon={connector.icon} size="small" />
      )}
      <span className="account-wallet-name" translate="no" aria-hidden={who === undefined || undefined}>
        {who ?? connector.name}
      </span>
      {connections.length > 1 && (
        <span className="account-others" data-figures="" dir="ltr" aria-hidden="true">
          +{connections.length - 1}
        </span>
      )}
      <Icon name="right" />
    </button>
  )
}
