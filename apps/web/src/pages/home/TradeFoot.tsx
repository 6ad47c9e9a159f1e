import { roundCostUp } from '@latchkey/protocol'
import type { SwappableToken } from '@latchkey/protocol/api'
import { ConnectButton, type UseSwapReturnType, useErrorText, useLatchkey, useModal } from '@latchkey/react'
import { useAccountAddress } from '../../account/useAccountAddress.ts'
import { useBuyWithCard } from '../../account/useBuyWithCard.ts'
import { useTokenAccount } from '../../account/useTokenAccount.ts'
import { useWalletActions } from '../../account/useWalletActions.ts'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useSite } from '../../site/SiteContext.ts'
import { tokenOf } from '../../site/siteConfig.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './TradeBox.module.css'
import { useLargestAmount } from './useLargestAmount.ts'
import { useOwned } from './useOwned.ts'

/** The next step: connect a wallet, switch the network, or open the kit's review, which shows every figure before the wallet is asked. */
export function TradeFoot({
  swap,
  isMine,
  isHere,
  amount,
  from,
  onAmount,
}: {
  swap: UseSwapReturnType
  /** The kit's form has this pair. */
  isMine: boolean
  /** The wallet is on the network of the token. */
  isHere: boolean
  amount: string
  from: SwappableToken
  onAmount: (amount: string) => void
}) {
  const { text, format } = useLanguage()
  const site = useSite()
  const { chainId } = tokenOf(site)
  const latchkey = useLatchkey()
  const { open } = useModal()
  const account = useAccountAddress()
  // A wallet of another family cannot switch to that network.
  const isOfFamily = useTokenAccount().status === 'connected'
  const { moveTo } = useWalletActions()
  const owned = useOwned(from)
  const buyWithCard = useBuyWithCard()
  const { state, prepare } = swap
  const { pricing, status, issues } = state
  // The review shows its own errors, and the quote explains a missing price.
  const issue = isMine && status === 'editing' ? issues.find(({ code }) => code !== 'amount_too_precise') : undefined
  const failure = isMine && status === 'failed' && !state.preview ? state.error : undefined
  const reported = useErrorText(issue ?? failure)
  const { isAsking, fillMax } = useLargestAmount({ amount, onAmount })
  // The limit of the cost, above the estimate of the quote. Rounded up, and the rest cut, so that the rest never looks large enough.
  const shortfall = issue?.shortfall
  const problem = shortfall
    ? text.trade.costShort(
        `${format.exactQuantity(roundCostUp(shortfall.costText))}\u00a0${shortfall.symbol}`,
        `${format.quantity(shortfall.leftText)}\u00a0${shortfall.symbol}`,
      )
    : reported
  if (account.status === 'disconnected')
    return (
      <div className={styles.foot}>
        <ConnectButton className={styles.connect} />
      </div>
    )
  if (account.status === 'connected' && !isHere) {
    const name = site.networks.find(({ caipNetworkId }) => caipNetworkId === chainId)?.name ?? chainId
    return (
      <div className={styles.foot}>
        <Button kind="primary" onClick={() => void moveTo(chainId)}>
          {isOfFamily ? text.trade.switchTo(name) : text.holding.connectOn(name)}
        </Button>
      </div>
    )
  }

  const hasAmount = /[1-9]/.test(amount)
  // An early hint. The review decides with exact whole numbers.
  const isShort = hasAmount && owned !== undefined && Number(amount) > Number(owned)
  const isPreparing = isMine && status === 'preparing'
  const review = async () => {
    await prepare()
    if (latchkey.swap.getState().status === 'preview') void open({ view: 'SwapPreview' })
  }
  return (
    <div className={styles.foot}>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {shortfall?.isNative && (
        <Button size="s" disabled={isAsking} aria-busy={isAsking} onClick={() => void fillMax()}>
          {text.trade.max}
        </Button>
      )}
      <Button
        kind="primary"
        disabled={!hasAmount || isShort || isPreparing || !isMine || !pricing.quote}
        aria-busy={isPreparing}
        onClick={() => void review()}
      >
        {!hasAmount
          ? text.trade.enterAmount
          : isShort
            ? text.trade.notEnough(cleanLabel(from.symbol, { limit: 12 }))
            : isPreparing
              ? text.trade.preparing
              : text.trade.review}
      </Button>
      <div className={styles.ways}>
        {buyWithCard && from.address.toLowerCase() !== site.token.toLowerCase() && (
          <Button kind="plain" size="s" icon="card" onClick={() => buyWithCard({ asset: from.address })}>
            {text.buy.token(cleanLabel(from.symbol, { limit: 12 }))}
          </Button>
        )}
        <Button kind="plain" size="s" onClick={() => void open({ view: 'Swap' })}>
          {text.trade.more}
        </Button>
      </div>
    </div>
  )
}
