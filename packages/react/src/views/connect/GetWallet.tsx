import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useReadable } from '../../store/useReadable.ts'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { List } from '../../ui/List.tsx'
import { Note } from '../../ui/Note.tsx'
import { Row } from '../../ui/Row.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { WalletPicture } from '../../ui/WalletPicture.tsx'
import { useDirectory } from './useDirectory.ts'
import { isExtension, isUsable } from './workingWays.ts'

const offered = 5

/** Wallets that a visitor can install on this device and use on this page, in the order of the directory; then the next step. */
export function GetWallet() {
  const { latchkey, t, sentence } = useModalScope()
  const { wallets, modal } = latchkey
  useReadable(wallets)
  const { status, items, error, retry } = useDirectory()
  const offers = items.flatMap((wallet) => {
    const choices = wallets.choicesOf({ wallet })
    const install = choices.find((choice) => choice.type === 'install')
    return install && isUsable({ wallets, wallet, choices, install }) ? [{ wallet, install }] : []
  })
  const [takenId, take] = useRemembered<string | undefined>('GetWallet.taken', undefined)
  const taken = offers.find(({ wallet }) => wallet.id === takenId)
  return (
    <div className="view">
      <p className="lead">{t(wallets.isMobile() ? 'getWallet.leadMobile' : 'getWallet.lead')}</p>
      {status === 'loading' && <SkeletonRows square count={offered} ends />}
      {status === 'failed' && error !== undefined && (
        <Note tone="loss" alert action={{ label: t('retry'), onClick: retry }}>
          <strong>{sentence(error)}</strong>
          <span>{t('allWallets.failed')}</span>
        </Note>
      )}
      {status === 'ready' && offers.length === 0 && (
        <Hero icon="wallet" title={t('getWallet.none')} text={t('getWallet.noneText')} />
      )}
      {taken !== undefined &&
        (isExtension({ wallets, ...taken }) ? (
          <Note alert action={{ label: t('getWallet.next.reload'), onClick: () => window.location.reload() }}>
            {t('getWallet.next.browser', { wallet: taken.wallet.name })}
          </Note>
        ) : (
          <Note
            alert
            action={{
              label: t('getWallet.next.connect'),
              onClick: () => modal.push('ConnectingWalletConnect', { walletId: taken.wallet.id }),
            }}
          >
            {t('getWallet.next.app', { wallet: taken.wallet.name })}
          </Note>
        ))}
      {offers.length > 0 && (
        <List label={t('title.GetWallet')}>
          {offers.slice(0, offered).map(({ wallet, install }) => (
            <Row
              key={wallet.id}
              id={wallet.id}
              href={install.url}
              onClick={() => take(wallet.id)}
              picture={<WalletPicture name={wallet.name} icon={wallet.icon} />}
              title={<span translate="no">{wallet.name}</span>}
              subtitle={t(`getWallet.store.${install.store}`)}
              end={
                <span className="tag" data-tone="accent">
                  {t('getWallet.get')}
                  <Icon name="external" />
                </span>
              }
            />
          ))}
        </List>
      )}
      <Button kind="secondary" onClick={() => modal.push('WhatIsAWallet')}>
        {t('title.WhatIsAWallet')}
      </Button>
    </div>
  )
}
