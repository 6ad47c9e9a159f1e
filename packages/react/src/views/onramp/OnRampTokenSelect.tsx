import type { OnrampAsset } from '@latchkey/core'
import type { ChainId } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useBuy } from '../../hooks/useBuy.ts'
import { useReadable } from '../../store/useReadable.ts'
import { Hero } from '../../ui/Hero.tsx'
import { List } from '../../ui/List.tsx'
import { NetworkPicture } from '../../ui/NetworkPicture.tsx'
import { Row } from '../../ui/Row.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { TokenPicture } from '../../ui/TokenPicture.tsx'
import { NoBuying } from './NoBuying.tsx'

/** Choice of the token to buy and its network, the active network first. */
export function OnRampTokenSelect() {
  const { latchkey, t } = useModalScope()
  const { modal } = latchkey
  const { state, listAssets, load, edit } = useBuy()
  const { networks } = useReadable(latchkey.networks)
  const [search, setSearch] = useRemembered('OnRampTokenSelect', '')
  const { options, form } = state
  if (options.status === 'failed' && options.value === undefined && options.error !== undefined)
    return <NoBuying error={options.error} onRetry={() => void load()} />

  const wanted = search.trim().toLowerCase()
  const found = (options.value === undefined ? [] : listAssets()).filter(({ name, symbol, networkName, id }) =>
    [name, symbol, networkName, id].some((text) => text.toLowerCase().includes(wanted)),
  )
  const groups = new Map<ChainId, OnrampAsset[]>()
  for (const asset of found) groups.set(asset.chainId, [...(groups.get(asset.chainId) ?? []), asset])

  function take(asset: OnrampAsset): void {
    setSearch('')
    edit({ asset })
    // If this is the first view, go to the form.
    if (modal.getState().history.length > 1) modal.goBack()
    else modal.replace('OnRampProviders')
  }

  return (
    <div className="view buy-tokens">
      <SearchField value={search} label={t('buy.search')} onChange={setSearch} />
      {options.value === undefined && <SkeletonRows count={5} />}
      {options.value !== undefined && found.length === 0 && (
        <Hero
          icon="search"
          title={wanted === '' ? t('buy.noTokens') : t('send.noToken', { search: search.trim() })}
          text={t('buy.noTokenText')}
        />
      )}
      {[...groups].map(([chainId, assets]) => {
        const network = networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
        const name = network?.name ?? assets[0]?.networkName ?? chainId
        return (
          <section className="buy-group" key={chainId} translate="no">
            <h3 className="buy-group-name">
              {network !== undefined && <NetworkPicture network={network} size="small" />}
              <span translate="no">{name}</span>
            </h3>
            <List label={name}>
              {assets.map((asset) => (
                <Row
                  key={asset.id}
                  id={asset.id}
                  current={form.asset?.id === asset.id}
                  picture={<TokenPicture token={asset} />}
                  title={
                    <span translate="no" title={asset.name}>
                      {asset.name}
                    </span>
                  }
                  subtitle={<span translate="no">{asset.symbol}</span>}
                  onClick={() => take(asset)}
                />
              ))}
            </List>
          </section>
        )
      })}
    </div>
  )
}
