import { familyOfAddress, readPaymentLink } from '@latchkey/protocol'
import { useRef } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useBalances } from '../../hooks/useBalances.ts'
import { useSend } from '../../hooks/useSend.ts'
import { useReadable } from '../../store/useReadable.ts'
import { Button } from '../../ui/Button.tsx'
import { Freshness } from '../../ui/Freshness.tsx'
import { GetTokens } from '../../ui/GetTokens.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { NoTokens } from '../../ui/NoTokens.tsx'
import { Note } from '../../ui/Note.tsx'
import { TransactionFailureNote } from '../../ui/TransactionFailureNote.tsx'
import { useIssueFocus } from '../../ui/useIssueFocus.ts'
import { useLongWait } from '../../ui/useLongWait.ts'
import { ViewFooter } from '../../ui/ViewFooter.tsx'
import { ViewForm } from '../../ui/ViewForm.tsx'
import type { View } from '../ViewGroup.ts'
import { AmountField } from './AmountField.tsx'
import { ownedOf } from './ownedOf.ts'
import { ReceiverField } from './ReceiverField.tsx'
import { SpeedField } from './SpeedField.tsx'
import { useAskedToken } from './useAskedToken.ts'

/** The form of a payment: token, amount and receiver. */
export const WalletSend: View<'WalletSend'> = ({ data }) => {
  const { latchkey, t, sentence } = useModalScope()
  const { modal, send } = latchkey
  const balances = useBalances()
  const { state, prepare } = useSend()
  const { form, issues } = state
  const isPreparing = state.status === 'preparing'
  const isSlow = useLongWait(isPreparing)
  const form$ = useRef<HTMLFormElement>(null)
  const { active } = useReadable(latchkey.networks)
  const tokens = balances.data
  // A click that cannot open the review focuses the field with the error.
  const lookAt = useIssueFocus({ form: form$, issues })
  const isLacking = useAskedToken({ data, balances })

  const typed = form.receiverAddress.trim()
  const family = familyOfAddress(typed)
  // An address or link of another network is not a receiver here. The field says so, and leads to that network.
  const isElsewhere =
    readPaymentLink(typed) !== undefined || (family !== undefined && family !== (active?.chainNamespace ?? family))
  const missing =
    form.token === undefined
      ? 'token'
      : !/[1-9]/.test(form.sendTokenAmount)
        ? 'amount'
        : isElsewhere
          ? 'otherReceiver'
          : typed === ''
            ? 'receiver'
            : undefined
  const owned = ownedOf({ token: form.token, balances })
  // An early hint. The review decides with exact whole numbers.
  const isShort = owned !== undefined && Number(form.sendTokenAmount) > Number(owned)
  // A request that the wallet declined can be repeated unchanged.
  const isRefused = issues.some(({ field }) => field !== 'transaction')

  async function next(): Promise<void> {
    if (isPreparing) return
    if (missing === 'token') return modal.push('WalletSendSelectToken')
    if (missing !== undefined) {
      // As on the button: an amount that cannot be sent comes before a missing receiver.
      form$.current?.querySelector<HTMLElement>(missing === 'amount' || isShort ? 'input' : 'textarea')?.focus()
      // On Solana the form shows what it needs as a whole (specification 5). Other families name the field on the button.
      if (form.token?.chainId.startsWith('solana:')) await prepare()
      return
    }
    lookAt()
    await prepare()
    if (send.getState().status === 'preview' && modal.getState().history.at(-1)?.name === 'WalletSend') {
      modal.push('WalletSendPreview')
    }
  }

  // There is no token to choose: the form would only ask for one.
  if (tokens?.length === 0 && form.token === undefined && state.status === 'editing')
    return (
      <div className="view">
        <Freshness resource={balances} onRetry={() => void balances.refresh({ force: true })} />
        <NoTokens title={t('send.nothing.title')} text={t('send.nothing.text', { network: active?.name ?? '' })} />
      </div>
    )
  const amountIssue = issues.find(({ field }) => field === 'sendTokenAmount')
  const general = issues.find(({ field }) => field === 'transaction' || field === 'token')
  return (
    <ViewForm formRef={form$} onSubmit={() => void next()}>
      <Freshness resource={balances} onRetry={() => void balances.refresh({ force: true })} />
      <div className="send-fields">
        <AmountField issue={amountIssue} owned={owned} waiting={tokens === undefined} />
        <span className="send-arrow">
          <Icon name="receive" />
        </span>
        <ReceiverField issue={issues.find(({ field }) => field === 'receiverAddress')} />
      </div>
      {amountIssue?.shortfall !== undefined && <GetTokens />}
      {isLacking && (
        <Note tone="warn" alert>
          {t('send.assetMissing')}
        </Note>
      )}
      <SpeedField />
      {general !== undefined && (
        <Note tone="loss" alert>
          {sentence(general)}
        </Note>
      )}
      {state.status === 'failed' && state.preview === undefined && <TransactionFailureNote failure={state.error} />}
      {isSlow && <Note>{t('send.preparingSlow')}</Note>}
      <ViewFooter>
        <Button
          kind={missing === undefined && !isShort && !isRefused ? 'primary' : 'secondary'}
          busy={isPreparing}
          onClick={() => void next()}
        >
          {isPreparing
            ? t('send.preparing')
            : isShort
              ? t('swap.notEnough', { token: form.token?.symbol ?? '' })
              : t(missing === undefined ? 'send.review' : `send.missing.${missing}`)}
        </Button>
      </ViewFooter>
    </ViewForm>
  )
}
