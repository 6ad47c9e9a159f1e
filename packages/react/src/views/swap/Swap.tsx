import { impactLevel } from '@latchkey/protocol'
import { useEffect, useRef, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useBalances } from '../../hooks/useBalances.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useSwap } from '../../hooks/useSwap.ts'
import { Button } from '../../ui/Button.tsx'
import { GetTokens } from '../../ui/GetTokens.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { useIssueFocus } from '../../ui/useIssueFocus.ts'
import { useLongWait } from '../../ui/useLongWait.ts'
import { ViewFooter } from '../../ui/ViewFooter.tsx'
import { ViewForm } from '../../ui/ViewForm.tsx'
import { PayCard } from './PayCard.tsx'
import { QuoteDetails } from './QuoteDetails.tsx'
import { QuoteLine } from './QuoteLine.tsx'
import { QuoteProblem } from './QuoteProblem.tsx'
import { ReceiveCard } from './ReceiveCard.tsx'
import { SwapFailureNote } from './SwapFailureNote.tsx'
import { contractOf, ownedOf } from './tokenOf.ts'
import { usePercent } from './usePercent.ts'
import { useQuoteAnnouncement } from './useQuoteAnnouncement.ts'
import { useSwapTokens } from './useSwapTokens.ts'

/** The form of a swap: both tokens, the amount, the quote and its details. */
export function Swap() {
  const { latchkey, t, sentence, headline } = useModalScope()
  const { modal, swap } = latchkey
  const percent = usePercent()
  const { isConnected } = useAccount()
  const balances = useBalances()
  const { active } = useNetwork()
  const [attempt, setAttempt] = useState(0)
  const { state, edit, flip, prepare } = useSwap({ watch: false })
  const list = useSwapTokens()
  const { form, issues, pricing, status } = state
  const form$ = useRef<HTMLFormElement>(null)
  const lookAt = useIssueFocus({ form: form$, issues })
  const isPreparing = status === 'preparing'
  const isSlow = useLongWait(isPreparing)
  const announcement = useQuoteAnnouncement(state)

  // A new watch requests a quote at once if the last one is old or missing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts a new watch
  useEffect(() => swap.watch(), [swap, attempt])

  // Once: a pending swap opens its status view, and an ended one makes room for the next.
  const settled = useRef(false)
  useEffect(() => {
    if (settled.current) return
    settled.current = true
    if (modal.getState().history.at(-1)?.name !== 'Swap') return
    if (status === 'working' || status === 'pending') modal.replace('SwapPreview')
    else if (status === 'confirmed' || (status === 'failed' && state.hash !== undefined)) edit({})
  }, [status, state, modal, edit])

  // Once, as soon as the tokens are known: preselect the native token, or the first one with a balance.
  const chosen = useRef(form.from !== undefined || form.to !== undefined)
  const { tokens } = list
  useEffect(() => {
    if (chosen.current || tokens === undefined) return
    chosen.current = true
    const native = tokens.find((token) => contractOf(token) === undefined)
    const from = native ?? tokens.find(({ balance }) => balance !== undefined && /[1-9]/.test(balance))
    if (from !== undefined) edit({ from })
  }, [tokens, edit])

  // A token of another network cannot be swapped here.
  const isElsewhere = [form.from, form.to].some(
    (token) => token !== undefined && active !== undefined && !token.address.startsWith(`${active.caipNetworkId}:`),
  )
  useEffect(() => {
    if (!isElsewhere) return
    chosen.current = false
    edit({ from: undefined, to: undefined, amount: '' })
  }, [isElsewhere, edit])

  function retry(): void {
    if (tokens === undefined) list.retry()
    setAttempt((count) => count + 1)
  }

  if (!isConnected) {
    return (
      <div className="view">
        <Hero icon="self" title={t('swap.connectFirst')} />
        <Button autoFocusInView onClick={() => modal.push('Connect')}>
          {t('title.Connect')}
        </Button>
      </div>
    )
  }

  const unsupported = [list.error, pricing.error].find(
    (error) => error?.code === 'swap_network_unsupported' || error?.code === 'unsupported_chain',
  )
  if (unsupported !== undefined) {
    return (
      <div className="view">
        <Hero icon="self" title={headline(unsupported)} text={t('swap.unsupportedText')} />
        <Button autoFocusInView onClick={() => modal.push('Networks')}>
          {t('unsupported.title')}
        </Button>
      </div>
    )
  }

  const owned =
    form.from &&
    ownedOf({ token: form.from, balances: [...(balances.data ?? []), ...(balances.otherAssets ?? [])], listed: tokens })
  const { quote } = pricing
  const isTooFine = issues.some(({ code }) => code === 'amount_too_precise')
  const missing =
    form.from === undefined
      ? 'from'
      : form.to === undefined
        ? 'to'
        : !/[1-9]/.test(form.amount) || isTooFine
          ? 'amount'
          : undefined
  // An early hint. The review decides with exact whole numbers.
  const isShort = owned !== undefined && Number(form.amount) > Number(owned)
  const isWaiting = missing === undefined && quote === undefined && pricing.status !== 'failed'
  const impact = quote && impactLevel(quote.priceImpact)

  async function next(): Promise<void> {
    if (isPreparing) return
    if (missing === 'from' || missing === 'to') return modal.push('SwapSelectToken', { side: missing })
    if (missing === 'amount' || isShort) {
      form$.current?.querySelector<HTMLElement>('.amount-input')?.focus()
      return
    }
    if (quote === undefined) return
    lookAt()
    await prepare()
    if (swap.getState().status === 'preview' && modal.getState().history.at(-1)?.name === 'Swap') {
      modal.push('SwapPreview')
    }
  }

  const amountIssue = issues.find(({ field }) => field === 'amount')
  const general = issues.find(({ field }) => field === 'transaction' || field === 'from')
  return (
    <ViewForm formRef={form$} onSubmit={() => void next()}>
      <div className="send-fields">
        <PayCard owned={owned} isShort={isShort} issue={amountIssue} list={list} />
        <button
          type="button"
          className="swap-flip"
          data-key="flip"
          aria-label={t('swap.flip')}
          onClick={() => {
            chosen.current = true
            flip()
          }}
        >
          <Icon name="self" />
        </button>
        <ReceiveCard issue={issues.find(({ field }) => field === 'to')} list={list} />
      </div>
      {amountIssue?.shortfall !== undefined && <GetTokens />}
      <QuoteLine issue={issues.find(({ field }) => field === 'slippage')} />
      <QuoteProblem list={list} isStale={quote !== undefined} onRetry={retry} />
      {quote !== undefined && <QuoteDetails quote={quote} known={tokens ?? []} />}
      {quote !== undefined && (impact === 'warn' || impact === 'confirm') && (
        <Note tone={impact === 'confirm' ? 'loss' : 'warn'}>
          {t('swap.impactWarn', { percent: percent(quote.priceImpact ?? 0) })}
        </Note>
      )}
      {quote !== undefined && impact === 'unknown' && <Note tone="warn">{t('swap.impactUnknown')}</Note>}
      {general !== undefined && (
        <Note tone="loss" alert>
          {sentence(general)}
        </Note>
      )}
      {status === 'failed' && state.preview === undefined && <SwapFailureNote failure={state.error} />}
      {isSlow && <Note>{t('send.preparingSlow')}</Note>}
      <p className="sr" role="status">
        {announcement}
      </p>
      <ViewFooter>
        <Button
          kind={missing === undefined && !isShort && quote !== undefined ? 'primary' : 'secondary'}
          busy={isPreparing}
          disabled={missing === undefined && quote === undefined}
          onClick={() => void next()}
        >
          {isPreparing
            ? t('send.preparing')
            : missing === 'amount'
              ? t('send.missing.amount')
              : missing !== undefined
                ? t('send.missing.token')
                : isShort
                  ? t('swap.notEnough', { token: form.from?.symbol ?? '' })
                  : isWaiting
                    ? t('swap.quoting')
                    : t('send.review')}
        </Button>
      </ViewFooter>
    </ViewForm>
  )
}
