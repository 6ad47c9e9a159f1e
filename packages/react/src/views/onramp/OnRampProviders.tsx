import { LatchkeyError, parseChainId } from '@latchkey/protocol'
import type { OnrampQuote } from '@latchkey/protocol/api'
import { useEffect, useRef, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useBuy } from '../../hooks/useBuy.ts'
import { useEmailLogin } from '../../hooks/useEmailLogin.ts'
import { Button } from '../../ui/Button.tsx'
import { Detail, Details } from '../../ui/Details.tsx'
import { NamedAddress } from '../../ui/NamedAddress.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProtectFirst } from '../../ui/ProtectFirst.tsx'
import { TickBox } from '../../ui/TickBox.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import { ViewFooter } from '../../ui/ViewFooter.tsx'
import { ViewForm } from '../../ui/ViewForm.tsx'
import { AssetField } from './AssetField.tsx'
import { MethodChoice } from './MethodChoice.tsx'
import { NoBuying } from './NoBuying.tsx'
import { Offers } from './Offers.tsx'
import { PayField } from './PayField.tsx'
import { useReceiver } from './useReceiver.ts'

/** Initial amount. */
const firstAmount = '100'

/** The form to buy a token: currency, amount and token, the quotes of all providers, and the button to pay. */
export function OnRampProviders() {
  const { latchkey, t, sentence, memory } = useModalScope()
  const { modal } = latchkey
  const { isConnected } = useAccount()
  const { state, listAssets, load, edit, refresh, start } = useBuy()
  const { form, issues, options, pricing, starting } = state
  const [provider, setProvider] = useRemembered<string | undefined>('Buy.provider', undefined)
  const [isOldEnough, setOldEnough] = useRemembered('Buy.age', false)
  const [reminders, setReminders] = useState(0)
  const [failure, setFailure] = useState<LatchkeyError>()
  const form$ = useRef<HTMLFormElement>(null)
  const isStarting = starting !== undefined
  const isSlow = useLongWait(isStarting)
  const account = useReceiver(form.asset?.chainId)
  const receiver = account?.address
  const { isProtected } = useEmailLogin().state
  const [isProtecting, setProtecting] = useState(false)
  const [isAnswered, setAnswered] = useRemembered('Buy.protected', false)

  const currencies = options.value?.paymentCurrencies
  const ways = currencies?.find(({ id }) => id === form.currency)?.payment_method_limits
  const methods = ways?.map(({ id }) => id) ?? []

  // Once, as soon as there are options: prefer the active network. An amount that the visitor deletes later stays deleted.
  const [hasBegun, setBegun] = useRemembered('Buy.begun', false)
  useEffect(() => {
    if (hasBegun || options.value === undefined) return
    setBegun(true)
    const [first] = listAssets()
    const { asset = first, amount } = form
    edit({ ...(asset === undefined ? {} : { asset }), amount: amount === '' ? firstAmount : amount })
  }, [hasBegun, setBegun, options, form, listAssets, edit])

  // A currency or payment method that is not accepted here.
  const [currency] = currencies ?? []
  const [method] = methods
  useEffect(() => {
    if (currencies !== undefined && ways === undefined && currency !== undefined) edit({ currency: currency.id })
    else if (method !== undefined && !methods.includes(form.method)) edit({ method })
  }, [currencies, currency, ways, method, methods, form.method, edit])

  const { error } = options
  if (options.status === 'failed' && options.value === undefined && error !== undefined)
    return <NoBuying error={error} onRetry={() => void load()} />

  if (isProtecting)
    return (
      <ProtectFirst
        onAnswered={() => {
          setAnswered(true)
          setProtecting(false)
        }}
      />
    )

  const isSample = options.isSample || pricing.isSample
  const quote = pricing.quotes.find((known) => known.provider.id === provider) ?? pricing.quotes[0]
  const { asset } = form
  const minimumAge = options.value?.minimumAge ?? null
  const hasAmount = /[1-9]/.test(form.amount) && issues.every(({ field }) => field !== 'amount')
  const orderIssue = failure ?? issues.find(({ field }) => field === 'order')

  const focusAmount = () => form$.current?.querySelector<HTMLElement>('.amount-input')?.focus()
  function choose({ provider: chosen }: OnrampQuote): void {
    setFailure(undefined)
    setProvider(chosen.id)
  }

  async function pay(): Promise<void> {
    if (isStarting) return
    if (asset === undefined) return modal.push('OnRampTokenSelect')
    if (!hasAmount) return focusAmount()
    if (receiver === undefined) {
      if (!isConnected) return modal.push('Connect')
      return modal.push('Connect', { namespace: parseChainId(asset.chainId).namespace })
    }
    if (quote === undefined || isSample) return
    // As in Receive: do not buy into a wallet that is lost with this browser.
    if (account?.connector.type === 'embedded' && isProtected !== true && !isAnswered) return setProtecting(true)
    if (minimumAge !== null && !isOldEnough) return setReminders((count) => count + 1)
    setFailure(undefined)
    try {
      const { orderId, isBlocked } = await start({ quoteId: quote.quoteId, ageConfirmed: isOldEnough })
      if (isBlocked) memory.set(`Buy.blocked.${orderId}`, true)
      if (modal.getState().history.at(-1)?.name === 'OnRampProviders') modal.replace('BuyInProgress', { orderId })
    } catch (thrown) {
      if (!(thrown instanceof LatchkeyError)) throw thrown
      setFailure(thrown)
      if (thrown.code === 'onramp_quote_expired') refresh()
    }
  }

  const label =
    asset === undefined
      ? t('send.missing.token')
      : !hasAmount
        ? t(/[1-9]/.test(form.amount) ? 'buy.changeAmount' : 'send.missing.amount')
        : receiver === undefined
          ? t(isConnected ? `connect.family.${parseChainId(asset.chainId).namespace}` : 'title.Connect')
          : quote === undefined
            ? t('buy.looking')
            : isStarting
              ? t('buy.opening', { provider: quote.provider.name })
              : t('buy.payWith', { provider: quote.provider.name })
  const canPay = quote !== undefined && receiver !== undefined && hasAmount && !isSample
  // Hide the button if there is nothing to pay: for an estimate, or without a quote. The quotes then show the next step.
  const isRefused = quote === undefined && (pricing.error !== undefined || pricing.refusals.length > 0)
  const hasButton = asset === undefined || !hasAmount || !(isSample || isRefused)
  return (
    <ViewForm formRef={form$} onSubmit={() => void pay()}>
      <div className="send-fields">
        <PayField
          issue={issues.find(({ field }) => field === 'amount' || field === 'currency')}
          limits={ways?.find(({ id }) => id === form.method)}
        />
        <AssetField
          asset={asset}
          issue={issues.find(({ field }) => field === 'asset')}
          waiting={options.value === undefined}
        />
      </div>
      <MethodChoice methods={methods} value={form.method} onChange={(next) => edit({ method: next })} />
      <Offers chosen={quote} onChoose={choose} onAmount={focusAmount} />
      {canPay && asset !== undefined && (
        <Details>
          <Detail name={t('buy.goesTo', { token: asset.symbol, network: asset.networkName })} stacked>
            <NamedAddress address={receiver} name={undefined} />
          </Detail>
        </Details>
      )}
      <button type="button" className="text-button buy-what" onClick={() => modal.push('WhatIsABuy')}>
        {t('title.WhatIsABuy')}
      </button>
      {isSlow && quote !== undefined && <Note>{t('buy.openingSlow', { provider: quote.provider.name })}</Note>}
      {hasButton && (
        <ViewFooter>
          {orderIssue !== undefined && (
            <Note tone="loss" alert>
              {sentence(orderIssue)}
            </Note>
          )}
          {minimumAge !== null && canPay && (
            <TickBox
              isTicked={isOldEnough}
              onChange={setOldEnough}
              reminders={reminders}
              missing={t('buy.age.missing')}
            >
              {t('buy.age', { age: minimumAge })}
            </TickBox>
          )}
          <Button
            kind={canPay || (receiver === undefined && hasAmount && asset !== undefined) ? 'primary' : 'secondary'}
            busy={isStarting}
            disabled={asset !== undefined && hasAmount && receiver !== undefined && quote === undefined}
            onClick={() => void pay()}
          >
            {label}
          </Button>
          {canPay && <p className="aside buy-window">{t('buy.window', { provider: quote.provider.name })}</p>}
        </ViewFooter>
      )}
    </ViewForm>
  )
}
