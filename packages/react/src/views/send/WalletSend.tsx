import { useEffect, useRef } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useBalances } from '../../hooks/useBalances.ts'
import { useSend } from '../../hooks/useSend.ts'
import { Button } from '../../ui/Button.tsx'
import { Foot } from '../../ui/Foot.tsx'
import { Freshness } from '../../ui/Freshness.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { TransactionFailureNote } from '../../ui/TransactionFailureNote.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import { ViewForm } from '../../ui/ViewForm.tsx'
import type { View } from '../ViewGroup.ts'
import { AmountField } from './AmountField.tsx'
import { ReceiverField } from './ReceiverField.tsx'
import { SpeedField } from './SpeedField.tsx'

/** What to send, how much of it, and to whom. */
export const WalletSend: View<'WalletSend'> = ({ data }) => {
  const { latchkey, t, sentence } = useModalScope()
  const { modal, send } = latchkey
  const balances = useBalances()
  const { state, edit, prepare } = useSend()
  const { form, issues } = state
  const isPreparing = state.status === 'preparing'
  const isSlow = useLongWait(isPreparing)
  const form$ = useRef<HTMLFormElement>(null)
  const wanted = data?.assetAddress
  const tokens = balances.data

  const isEditing = state.status === 'editing'
  // Whenever there is something to choose and nothing chosen: the token that was asked for (once), else the first one.
  const wasAsked = useRef(data === undefined)
  useEffect(() => {
    if (!isEditing || tokens === undefined || tokens.length === 0) return
    const asked = wasAsked.current ? undefined : tokens.find(({ address }) => address === wanted)
    wasAsked.current = true
    const token = asked ?? (form.token === undefined ? tokens[0] : undefined)
    if (token === undefined) return
    // The native coin has no address, so a missing token must not pass for it.
    if (form.token === undefined || form.token.address !== token.address) edit({ token, sendTokenAmount: '' })
  }, [isEditing, tokens, wanted, form.token, edit])

  const missing =
    form.token === undefined
      ? 'token'
      : !/[1-9]/.test(form.sendTokenAmount)
        ? 'amount'
        : form.receiverAddress.trim() === ''
          ? 'receiver'
          : undefined

  async function next(): Promise<void> {
    if (isPreparing) return
    if (missing === 'token') return modal.push('WalletSendSelectToken')
    if (missing !== undefined) {
      form$.current?.querySelector<HTMLElement>(missing === 'amount' ? 'input' : 'textarea')?.focus()
      // On Solana the form says as a whole what it needs (specification 5); the others name the field on the button alone.
      if (form.token?.chainId.startsWith('solana:')) await prepare()
      return
    }
    await prepare()
    if (send.getState().status === 'preview' && modal.getState().history.at(-1)?.name === 'WalletSend') {
      modal.push('WalletSendPreview')
    }
  }

  const general = issues.find(({ field }) => field === 'transaction' || field === 'token')
  return (
    <ViewForm formRef={form$} onSubmit={() => void next()}>
      <Freshness resource={balances} onRetry={() => void balances.refresh({ force: true })} />
      <div className="send-fields">
        <AmountField issue={issues.find(({ field }) => field === 'sendTokenAmount')} waiting={tokens === undefined} />
        <span className="send-arrow">
          <Icon name="receive" />
        </span>
        <ReceiverField issue={issues.find(({ field }) => field === 'receiverAddress')} />
      </div>
      <SpeedField />
      {general !== undefined && (
        <Note tone="loss" alert>
          {sentence(general)}
        </Note>
      )}
      {state.status === 'failed' && state.preview === undefined && <TransactionFailureNote failure={state.error} />}
      {isSlow && <Note>{t('send.preparingSlow')}</Note>}
      <Foot>
        <Button kind={missing === undefined ? 'primary' : 'secondary'} busy={isPreparing} onClick={() => void next()}>
          {t(isPreparing ? 'send.preparing' : missing === undefined ? 'send.review' : `send.missing.${missing}`)}
        </Button>
      </Foot>
    </ViewForm>
  )
}
