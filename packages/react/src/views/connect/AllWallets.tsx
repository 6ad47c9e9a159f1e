import { useEffect } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useReadable } from '../../store/useReadable.ts'
import { Hero } from '../../ui/Hero.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { List } from '../../ui/List.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Note } from '../../ui/Note.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { ViewFooter } from '../../ui/ViewFooter.tsx'
import type { View } from '../ViewGroup.ts'
import { isOfFamily } from './Connect.tsx'
import { ConsentBox } from './ConsentBox.tsx'
import { PairingRow } from './PairingRow.tsx'
import { useChooseWallet } from './useChooseWallet.ts'
import { useConsent } from './useConsent.ts'
import { useDirectory } from './useDirectory.ts'
import { WalletRow } from './WalletRow.tsx'

/** Every wallet, with a search: those of this browser first, then the operator's directory. */
export const AllWallets: View<'AllWallets'> = ({ data }) => {
  const { latchkey, t, sentence } = useModalScope()
  const { wallets, pairing } = latchkey
  const namespace = data?.namespace
  const { installed } = useReadable(wallets)
  const [search, setSearch] = useRemembered('AllWallets.search', '')
  const [certified, setCertified] = useRemembered('AllWallets.certified', false)
  const consent = useConsent()
  const choose = useChooseWallet({ consent, namespace })
  const { status, items, isLast, error, loadMore, retry } = useDirectory({ search, certified, namespace })
  const isMobile = wallets.isMobile()
  useEffect(() => {
    // This view can be the first that a visitor sees.
    wallets.prepare()
    if (isMobile) pairing.prepare()
  }, [wallets, pairing, isMobile])

  const needle = search.trim().toLowerCase()
  const isKnown = items.some(({ listing }) => listing?.badge_type === 'certified')
  const [hasCertified, setHasCertified] = useRemembered('AllWallets.hasCertified', false)
  useEffect(() => {
    if (isKnown && !hasCertified) setHasCertified(true)
  }, [isKnown, hasCertified, setHasCertified])
  // Installed wallets do not need the directory. They show while it loads and if it fails.
  const rows =
    items.length > 0
      ? items
      : installed.filter(
          (wallet) =>
            isOfFamily(wallet, namespace) &&
            wallet.name.toLowerCase().includes(needle) &&
            (!certified || wallet.listing?.badge_type === 'certified'),
        )
  // A search for "WalletConnect" also finds the pairing, as if it were a wallet.
  const hasPairing =
    pairing.isAvailable &&
    needle.length > 1 &&
    ['walletconnect', 'wallet connect'].some((name) => name.includes(needle)) &&
    (namespace === undefined || pairing.families.includes(namespace))
  const isEmpty = status === 'ready' && rows.length === 0 && !hasPairing

  return (
    <div className="view all-wallets">
      <div className="all-search">
        <SearchField value={search} label={t('allWallets.search')} onChange={setSearch} />
        {hasCertified && (
          <button
            type="button"
            className="filter"
            data-key="certified"
            aria-pressed={certified}
            aria-label={t('allWallets.certified')}
            title={t('allWallets.certified')}
            onClick={() => setCertified(!certified)}
          >
            <Icon name="shield" />
          </button>
        )}
      </div>
      {isEmpty ? (
        <Hero
          icon="search"
          title={needle === '' ? t('allWallets.none') : t('allWallets.noMatch', { search: search.trim() })}
          text={t('allWallets.noMatchText')}
        />
      ) : (
        (rows.length > 0 || hasPairing) && (
          <List label={t('title.AllWallets')}>
            {hasPairing && (
              <PairingRow
                onClick={() => {
                  if (consent.ask()) latchkey.modal.push('ConnectingWalletConnectBasic', { code: true })
                }}
              />
            )}
            {rows.map((wallet) => (
              <WalletRow key={wallet.id} wallet={wallet} onChoose={choose} />
            ))}
          </List>
        )
      )}
      {status === 'loading' && <SkeletonRows square count={items.length === 0 ? 6 : 2} />}
      {status === 'failed' && error !== undefined && (
        <Note tone="loss" alert action={{ label: t('retry'), onClick: retry }}>
          <strong>{sentence(error)}</strong>
          <span>{t('allWallets.failed')}</span>
        </Note>
      )}
      {status === 'ready' && !isLast && <LoadMore onReach={loadMore} />}
      {consent.isRequired && !consent.isGiven && (
        <ViewFooter>
          <ConsentBox consent={consent} />
        </ViewFooter>
      )}
    </div>
  )
}
