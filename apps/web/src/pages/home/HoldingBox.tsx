import { toAccountId } from '@latchkey/protocol'
import type { Token } from '@latchkey/protocol/api'
import { useQuery } from '@tanstack/react-query'
import { useAccountAddress } from '../../account/useAccountAddress.ts'
import { useTokenAccount } from '../../account/useTokenAccount.ts'
import { useWalletActions } from '../../account/useWalletActions.ts'
import { balanceQuery } from '../../api/queries.ts'
import { toFailure } from '../../api/toFailure.ts'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useSite } from '../../site/SiteContext.ts'
import { tokenOf } from '../../site/siteConfig.ts'
import { AgeNote } from '../../ui/AgeNote.tsx'
import { Button } from '../../ui/Button.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './HoldingBox.module.css'

/**
 * The visitor's live balance of the token, and the available actions. Without a connection, explains what connecting shows; the button is
 * in the trade box above and in the header. A wallet of another network family cannot hold the token, and the box says so.
 */
export function HoldingBox({ token }: { token: Token | undefined }) {
  const { text } = useLanguage()
  const { name } = useSite()
  const account = useTokenAccount()
  const inUse = useAccountAddress()
  const symbol = token ? cleanLabel(token.symbol, { limit: 12 }) : name
  return (
    <section className={styles.box} aria-labelledby="holding-title">
      {account.status === 'disconnected' && inUse.status === 'connected' ? (
        <OtherFamily symbol={symbol} />
      ) : account.status === 'disconnected' ? (
        <div className={styles.invite}>
          <h2 id="holding-title" className={styles.lead}>
            {text.holding.connectTitle(symbol)}
          </h2>
          <p className={styles.text}>{text.holding.connectText}</p>
        </div>
      ) : (
        <>
          <h2 id="holding-title" className={styles.title}>
            {text.holding.title(symbol)}
          </h2>
          {account.status === 'connected' ? (
            <Holding address={account.address} symbol={symbol} />
          ) : (
            <p className={styles.amount}>
              <Skeleton width={7} />
            </p>
          )}
        </>
      )}
    </section>
  )
}

/** Shown for a connected wallet without an account in the family of the token's network. */
function OtherFamily({ symbol }: { symbol: string }) {
  const { text } = useLanguage()
  const site = useSite()
  const { chainId } = tokenOf(site)
  const name = site.networks.find(({ caipNetworkId }) => caipNetworkId === chainId)?.name ?? chainId
  const { moveTo } = useWalletActions()
  return (
    <div className={styles.invite}>
      <h2 id="holding-title" className={styles.title}>
        {text.holding.title(symbol)}
      </h2>
      <p className={styles.text}>{text.holding.otherFamily(symbol, name)}</p>
      <Button onClick={() => void moveTo(chainId)}>{text.holding.connectOn(name)}</Button>
    </div>
  )
}

function Holding({ address, symbol }: { address: string; symbol: string }) {
  const { text, format } = useLanguage()
  const site = useSite()
  const { chainId, address: contract } = tokenOf(site)
  const network = site.networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
  const { data, error, refetch } = useQuery(balanceQuery({ api: site, address, chainId }))
  const actions = useWalletActions()
  const failure = error ? toFailure(error) : undefined
  if (!data) {
    if (failure) return <FailedState title={text.holding.failed} failure={failure} onRetry={() => refetch()} />
    return (
      <p className={styles.amount}>
        <Skeleton width={7} />
      </p>
    )
  }
  const id = toAccountId({ chainId, address: contract }).toLowerCase()
  const own = data.value.balances.find((balance) => balance.address?.toLowerCase() === id)
  const numeric = own?.quantity.numeric ?? '0'
  const none = /^0*\.?0*$/.test(numeric)
  return (
    <>
      <p className={styles.amount} title={`${format.exactQuantity(numeric)} ${symbol}`} aria-live="polite">
        {format.quantity(numeric)}
        <span className={styles.unit}>{symbol}</span>
      </p>
      <p className={styles.worth}>
        {none ? text.holding.none(symbol) : format.money(own?.value)}
        {!none && network && <span> {text.holding.onNetwork(network.name)}</span>}
      </p>
      <AgeNote asOf={data.asOf} stale={data.stale} failure={failure} onRetry={() => refetch()} />
      <div className={styles.actions}>
        <Button kind={none ? 'primary' : 'quiet'} icon="receive" onClick={() => actions.receive({ chainId })}>
          {text.holding.receive}
        </Button>
        {!none && (
          <Button kind="primary" icon="send" onClick={() => actions.send({ chainId, asset: own?.address })}>
            {text.holding.send}
          </Button>
        )}
      </div>
    </>
  )
}
