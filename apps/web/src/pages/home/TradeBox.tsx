import { nativeEvmAddress, parseAccountId } from '@latchkey/protocol'
import type { SwappableToken, Token } from '@latchkey/protocol/api'
import { useNetwork, useSwap } from '@latchkey/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccountAddress } from '../../account/useAccountAddress.ts'
import { swappableTokensQuery } from '../../api/queries.ts'
import { toFailure } from '../../api/toFailure.ts'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useSite } from '../../site/SiteContext.ts'
import { tokenOf } from '../../site/siteConfig.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './TradeBox.module.css'
import { TradeFoot } from './TradeFoot.tsx'
import { TradePay } from './TradePay.tsx'
import { TradeQuote } from './TradeQuote.tsx'
import { TradeReceive } from './TradeReceive.tsx'
import { TradeTokenSelect } from './TradeTokenSelect.tsx'
import { useKeptAmount } from './useKeptAmount.ts'

/** Side of the site's token in the box. */
export type TradeSide = 'buy' | 'sell'

/** Buys and sells the site's token at the best price of the chain's pools, with the kit's swap in the page. */
export function TradeBox({ token }: { token: Token | undefined }) {
  const { text } = useLanguage()
  const site = useSite()
  const { chainId } = tokenOf(site)
  const query = useQuery(swappableTokensQuery({ api: site, chainId }))
  const failure = query.error ? toFailure(query.error) : undefined
  const symbol = token ? cleanLabel(token.symbol, { limit: 12 }) : site.name
  // On a network without an exchange the box is hidden.
  if (failure?.code === 'swap_network_unsupported') return null
  return (
    <section className={styles.box} aria-label={text.trade.label(symbol)}>
      {query.data ? (
        <Trade tokens={query.data.value.tokens} />
      ) : failure ? (
        <FailedState title={text.trade.failed} failure={failure} onRetry={() => query.refetch()} />
      ) : (
        <div className={styles.loading}>
          <Skeleton width={12} />
        </div>
      )}
    </section>
  )
}

function Trade({ tokens }: { tokens: readonly SwappableToken[] }) {
  const { text } = useLanguage()
  const site = useSite()
  const { chainId } = tokenOf(site)
  const [side, setSide] = useState<TradeSide>('buy')
  const own = tokens.find(({ address }) => address.toLowerCase() === site.token.toLowerCase())
  const others = tokens.filter((token) => token !== own && token.listed)
  const [chosen, setChosen] = useState<string>()
  const other = others.find(({ address }) => address === chosen) ?? others.find(isNative) ?? others[0]
  const [from, to] = side === 'buy' ? [other, own] : [own, other]

  // The kit's form is shared with its modal, which may have another pair. Do not change that pair until the visitor types here.
  const { state } = useSwap({ watch: false })
  const { form } = state
  const isMine = from !== undefined && form.from?.address === from.address && form.to?.address === to?.address
  const swap = useSwap({ watch: isMine })

  const { active } = useNetwork()
  const account = useAccountAddress()
  const isHere = account.status === 'connected' && active?.caipNetworkId === chainId
  const kept = useKeptAmount({ state, address: account.address, isHere, onBack: (amount) => change({ amount }) })

  if (!own || !other || !from || !to) return <p className={styles.none}>{text.trade.noPool}</p>
  const amount = isMine ? form.amount : kept.amount
  function change(next: { side?: TradeSide; other?: SwappableToken; amount?: string }): void {
    if (!own || !other || !from) return
    const nextSide = next.side ?? side
    const nextOther = next.other ?? other
    setSide(nextSide)
    setChosen(nextOther.address)
    const [nextFrom, nextTo] = nextSide === 'buy' ? [nextOther, own] : [own, nextOther]
    // An amount of one token has no meaning for another.
    const nextAmount = next.amount ?? (nextFrom.address === from.address ? amount : '')
    kept.keep(nextAmount)
    swap.edit({ from: nextFrom, to: nextTo, amount: nextAmount })
  }
  const select = (
    <TradeTokenSelect side={side} token={other} tokens={others} onChange={(token) => change({ other: token })} />
  )
  const live = isMine ? state : undefined
  return (
    <>
      <Segmented
        wide
        label={text.trade.side}
        options={[
          { value: 'buy', label: text.trade.buy },
          { value: 'sell', label: text.trade.sell },
        ]}
        value={side}
        onChange={(value) => change({ side: value })}
      />
      <div className={styles.legs}>
        <TradePay
          from={from}
          amount={amount}
          canAskMax={isHere}
          select={side === 'buy' ? select : undefined}
          onAmount={(value) => change({ amount: value })}
        />
        <TradeReceive to={to} state={live} select={side === 'sell' ? select : undefined} />
      </div>
      <TradeQuote state={live} from={from} to={to} />
      <TradeFoot {...{ swap, isMine, isHere, amount, from }} onAmount={(value) => change({ amount: value })} />
    </>
  )
}

function isNative({ address }: SwappableToken): boolean {
  return parseAccountId(address).address.toLowerCase() === nativeEvmAddress
}
