import type { ConvertToken } from '@latchkey/protocol/api'
import { ConnectButton, type UseSwapReturnType, useLatchkey, useModal } from '@latchkey/react'
import { useAccountAddress } from '../../account/useAccountAddress.ts'
import { useWalletActions } from '../../account/useWalletActions.ts'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useSite } from '../../site/SiteContext.ts'
import { tokenOf } from '../../site/siteConfig.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './TradeBox.module.css'
import { useOwned } from './useOwned.ts'

/** Leads on: to a wallet, to the network, or to the review in the wallet kit, which shows every figure before the wallet is asked. */
export function TradeFoot({ swap, isMine, from }: { swap: UseSwapReturnType; isMine: boolean; from: ConvertToken }) {
  const { text } = useLanguage()
  const site = useSite()
  const { chainId } = tokenOf(site)
  const latchkey = useLatchkey()
  const { open } = useModal()
  const account = useAccountAddress()
  const { moveTo } = useWalletActions()
  const owned = useOwned(from)
  const { state, prepare } = swap
  const { form, pricing, status, issues } = state
  if (account.status === 'disconnected')
    return (
      <div className={styles.foot}>
        <ConnectButton />
      </div>
    )

  const hasAmount = isMine && /[1-9]/.test(form.amount)
  // Tells early; whole numbers decide in the review.
  const isShort = hasAmount && owned !== undefined && Number(form.amount) > Number(owned)
  const isPreparing = isMine && status === 'preparing'
  const review = async () => {
    if (!(await moveTo(chainId))) return
    await prepare()
    if (latchkey.swap.getState().status === 'preview') void open({ view: 'SwapPreview' })
  }
  const issue = isMine ? issues[0] : undefined
  const failure = isMine && status === 'failed' && !state.preview ? state.error : undefined
  return (
    <div className={styles.foot}>
      {(issue ?? failure) && (
        <p className={styles.problem} role="alert">
          {(issue ?? failure)?.message}.
        </p>
      )}
      <Button
        kind="primary"
        disabled={!hasAmount || isShort || isPreparing || !pricing.quote}
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
      <Button kind="plain" size="s" onClick={async () => (await moveTo(chainId)) && void open({ view: 'Swap' })}>
        {text.trade.more}
      </Button>
    </div>
  )
}
