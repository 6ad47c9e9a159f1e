import { shortenAddress } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import { useConnections } from '@latchkey/react'
import { useQueries } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { NetworkFilter } from '../../account/NetworkFilter.tsx'
import { useBuyWithCard } from '../../account/useBuyWithCard.ts'
import { useFamilyAddresses } from '../../account/useFamilyAddresses.ts'
import { useWalletActions } from '../../account/useWalletActions.ts'
import { balanceQuery } from '../../api/queries.ts'
import { toFailure } from '../../api/toFailure.ts'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useSite } from '../../site/SiteContext.ts'
import { AgeNote } from '../../ui/AgeNote.tsx'
import { Button } from '../../ui/Button.tsx'
import { CrashBoundary } from '../../ui/CrashBoundary.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Allocation } from './Allocation.tsx'
import { AssetSheet } from './AssetSheet.tsx'
import { AssetRow, AssetTable, AssetTableSkeleton } from './AssetTable.tsx'
import { assetKey, sortAssets } from './assets.ts'
import styles from './Portfolio.module.css'

/** The assets on the networks of every family with a connected wallet. */
export function Portfolio() {
  const { text, format } = useLanguage()
  const site = useSite()
  const navigate = useNavigate({ from: '/portfolio' })
  const search = useSearch({ from: '/portfolio' })
  const { receive } = useWalletActions()
  const addresses = useFamilyAddresses()
  const { connections } = useConnections()
  const buyWithCard = useBuyWithCard()
  const networks = site.networks.filter(({ chainNamespace }) => addresses[chainNamespace] !== undefined)
  const notConnected = site.networks.filter((one) => !networks.includes(one)).map(({ name }) => name)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === search.network)
  const notInUse = connections
    .filter(({ active, account }) => !active && (!network || account.namespace === network.chainNamespace))
    .map(({ account }) => `${cleanLabel(account.connector.name)} ${shortenAddress(account.address)}`)
  const shownNetworks = network ? [network] : networks

  const queries = useQueries({
    queries: networks.map(({ caipNetworkId: chainId, chainNamespace }) =>
      balanceQuery({ api: site, address: addresses[chainNamespace] ?? '', chainId }),
    ),
  })
  const reads = networks.map((entry, place) => ({ network: entry, query: queries[place] }))
  const shown = reads.filter((read) => shownNetworks.includes(read.network))
  const balances = reads.flatMap(({ query }): readonly Balance[] => query?.data?.value.balances ?? [])
  const loading = shown.some(({ query }) => query?.isPending)
  const missing = shown.filter(({ query }) => query && !query.data && query.error)
  const { tokens, others, total, unpriced } = sortAssets({ balances, chainId: network?.caipNetworkId })
  const open = balances.find((balance) => assetKey(balance) === search.asset)
  const isEmpty = !loading && missing.length === 0 && tokens.length + others.length === 0
  const sum = format.money(isEmpty ? 0 : total)
  const select = (balance: Balance | undefined) =>
    navigate({
      search: (old) => {
        const { asset: _, ...rest } = old
        return balance ? { ...rest, asset: assetKey(balance) } : rest
      },
      resetScroll: false,
    })

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{text.portfolio.title}</h1>
        {/* The wallet's own total covers only the active network. */}
        <p className={styles.scope}>
          {network
            ? text.portfolio.totalOn(network.name)
            : notConnected.length > 0
              ? text.portfolio.totalConnected
              : text.portfolio.totalAll}
        </p>
        <p className={styles.total} data-long={sum.length > 10 || undefined} aria-live="polite">
          {/* A sum of only some networks is not the total. */}
          {loading ? <Skeleton width={7} /> : sum}
        </p>
        {buyWithCard && !loading && !isEmpty && (
          <div className={styles.actions}>
            <Button size="s" icon="card" onClick={() => buyWithCard()}>
              {text.buy.card}
            </Button>
          </div>
        )}
        {missing.length > 0 && (
          <p className={styles.hint}>{text.portfolio.missing(format.list(missing.map((read) => read.network.name)))}</p>
        )}
        {!network && notConnected.length > 0 && (
          <p className={styles.hint}>{text.portfolio.notConnected(format.list(notConnected))}</p>
        )}
        {notInUse.length > 0 && <p className={styles.hint}>{text.portfolio.notInUse(format.list(notInUse))}</p>}
        {unpriced > 0 && <p className={styles.hint}>{text.portfolio.unpriced(unpriced)}</p>}
        {!loading && (
          <CrashBoundary>
            <Allocation tokens={tokens} total={total} />
          </CrashBoundary>
        )}
      </header>

      <div className={styles.filter}>
        <NetworkFilter
          networks={networks}
          value={network?.caipNetworkId}
          onChange={(next) =>
            navigate({
              search: ({ network: _, ...rest }) => (next ? { ...rest, network: next } : rest),
              resetScroll: false,
            })
          }
        />
      </div>

      {shown.map(
        (read) =>
          read.query?.data && (
            <AgeNote
              key={read.network.caipNetworkId}
              what={read.network.name}
              asOf={read.query.data.asOf}
              stale={read.query.data.stale}
              failure={read.query.error ? toFailure(read.query.error) : undefined}
              onRetry={() => read.query?.refetch()}
            />
          ),
      )}
      {missing.map((read) => (
        <FailedState
          key={read.network.caipNetworkId}
          title={text.portfolio.failed(read.network.name)}
          failure={toFailure(read.query?.error)}
          onRetry={() => read.query?.refetch()}
        />
      ))}

      {tokens.length > 0 && (
        <CrashBoundary>
          <AssetTable label={text.portfolio.asset}>
            {tokens.map((balance) => (
              <AssetRow key={assetKey(balance)} balance={balance} onOpen={() => select(balance)} />
            ))}
          </AssetTable>
        </CrashBoundary>
      )}
      {loading && tokens.length === 0 && <AssetTableSkeleton />}
      {others.length > 0 && (
        <section className={styles.others} aria-label={text.portfolio.other}>
          <h2>{text.portfolio.other}</h2>
          <p className={styles.hint}>{text.portfolio.otherHint}</p>
          <CrashBoundary>
            <AssetTable label={text.portfolio.other}>
              {others.map((balance) => (
                <AssetRow key={assetKey(balance)} balance={balance} onOpen={() => select(balance)} />
              ))}
            </AssetTable>
          </CrashBoundary>
        </section>
      )}
      {isEmpty && (
        <EmptyState
          icon="receive"
          heading="h2"
          title={network ? text.portfolio.emptyNetwork(network.name) : text.portfolio.empty}
          text={text.portfolio.emptyText}
        >
          {buyWithCard && (
            <Button kind="primary" icon="card" onClick={() => buyWithCard()}>
              {text.buy.card}
            </Button>
          )}
          <Button
            kind={buyWithCard ? 'quiet' : 'primary'}
            icon="receive"
            onClick={() => receive(network ? { chainId: network.caipNetworkId } : {})}
          >
            {text.portfolio.receive}
          </Button>
        </EmptyState>
      )}
      {open && (
        <CrashBoundary key={assetKey(open)}>
          <AssetSheet balance={open} onClose={() => select(undefined)} />
        </CrashBoundary>
      )}
    </div>
  )
}

/** Placeholder of the portfolio while nothing is known. */
export function PortfolioSkeleton() {
  const { text } = useLanguage()
  return (
    <div className={styles.page} aria-busy="true">
      <header className={styles.header}>
        <h1>{text.portfolio.title}</h1>
        <p className={styles.total}>
          <Skeleton width={7} />
        </p>
      </header>
      <AssetTableSkeleton />
    </div>
  )
}
