import { useModalScope } from '../../modal/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { List } from '../../ui/List.tsx'
import { Note } from '../../ui/Note.tsx'
import { Row } from '../../ui/Row.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { WalletPicture } from '../../ui/WalletPicture.tsx'
import { installLinkOf } from './installLinkOf.ts'
import { useDirectory } from './useDirectory.ts'

/** Wallets that a newcomer can install, as the operator's directory orders them. */
export function GetWallet() {
  const { latchkey, t, sentence } = useModalScope()
  const { status, items, error, retry } = useDirectory('')
  const offers = items.flatMap((listing) => {
    const link = installLinkOf(listing)
    return link === undefined ? [] : [{ listing, link }]
  })
  return (
    <div className="view">
      <p className="lead">{t('getWallet.lead')}</p>
      {status === 'loading' && <SkeletonRows count={4} />}
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
          {offers.slice(0, 5).map(({ listing, link }) => (
            <Row
              key={listing.id}
              id={listing.id}
              href={link}
              picture={<WalletPicture name={listing.name} icon={listing.image_url} />}
              title={<span translate="no">{listing.name}</span>}
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
      <Button kind="secondary" onClick={() => latchkey.modal.push('WhatIsAWallet')}>
        {t('title.WhatIsAWallet')}
      </Button>
    </div>
  )
}
