import { useReadable } from '../../hooks/useReadable.ts'
import { useModalScope } from '../../modal/ModalScope.tsx'
import { useRemembered } from '../../modal/useRemembered.ts'
import { Hero } from '../../ui/Hero.tsx'
import { List } from '../../ui/List.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Note } from '../../ui/Note.tsx'
import { Row } from '../../ui/Row.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { WalletPicture } from '../../ui/WalletPicture.tsx'
import { InstalledWalletRow } from './InstalledWalletRow.tsx'
import { useDirectory } from './useDirectory.ts'
import { connectorIdOf } from './useListing.ts'

/** Every wallet: those of this browser first, then the operator's directory, searchable. */
export function AllWallets() {
  const { latchkey, t, sentence } = useModalScope()
  const { installed } = useReadable(latchkey.wallets)
  const [search, setSearch] = useRemembered('AllWallets.search', '')
  const { status, items, count, error, loadMore, retry } = useDirectory(search)
  const needle = search.trim().toLowerCase()
  const here = installed.filter(({ name }) => name.toLowerCase().includes(needle))
  const shown = new Set(installed.flatMap(({ id, rdns }) => [id, rdns]))
  const others = items.filter((listing) => !shown.has(connectorIdOf(listing)) && !shown.has(listing.id))
  const nothing = status === 'ready' && here.length === 0 && others.length === 0

  return (
    <div className="view">
      <SearchField value={search} label={t('allWallets.search')} onChange={setSearch} />
      {nothing ? (
        <Hero
          icon="search"
          title={needle === '' ? t('allWallets.none') : t('allWallets.noMatch', { search: search.trim() })}
          text={t('allWallets.noMatchText')}
        />
      ) : (
        <List label={t('title.AllWallets')}>
          {here.map((wallet) => (
            <InstalledWalletRow key={wallet.id} wallet={wallet} />
          ))}
          {others.map((listing) => (
            <Row
              key={listing.id}
              id={listing.id}
              picture={<WalletPicture name={listing.name} icon={listing.image_url} />}
              title={<span translate="no">{listing.name}</span>}
              onClick={() => latchkey.modal.push('ConnectingExternal', { connectorId: connectorIdOf(listing) })}
            />
          ))}
        </List>
      )}
      {status === 'loading' && <SkeletonRows count={items.length === 0 ? 5 : 2} />}
      {status === 'failed' && error !== undefined && (
        <Note tone="loss" alert action={{ label: t('retry'), onClick: retry }}>
          <strong>{sentence(error)}</strong>
          <span>{t('allWallets.failed')}</span>
        </Note>
      )}
      {status === 'ready' && items.length < count && <LoadMore onReach={loadMore} />}
    </div>
  )
}
