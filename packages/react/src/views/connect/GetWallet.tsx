import { useModalScope } from '../../context/ModalScope.tsx'
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

const offered = 5

/** Wallets that a newcomer can install on this device, as the operator's directory orders them. */
export function GetWallet() {
  const { latchkey, t, sentence } = useModalScope()
  const { wallets, modal } = latchkey
  useReadable(wallets)
  const { status, items, error, retry } = useDirectory()
  const offers = items.flatMap((wallet) => {
    const install = wallets.choicesOf({ wallet }).find((choice) => choice.type === 'install')
    return install ? [{ wallet, install }] : []
  })
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
      {offers.length > 0 && (
        <List label={t('title.GetWallet')}>
          {offers.slice(0, offered).map(({ wallet, install }) => (
            <Row
              key={wallet.id}
              id={wallet.id}
              href={install.url}
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
