import type { SendIssue } from '@latchkey/core'
import { LatchkeyError, readAmount } from '@latchkey/protocol'
import { useId, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useSend } from '../../hooks/useSend.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Money } from '../../ui/Money.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TokenPicture } from '../../ui/TokenPicture.tsx'

/** What {@link AmountField} takes. */
export type AmountFieldProps = {
  issue: SendIssue | undefined
  /** The balances are not there yet. */
  waiting: boolean
}

/** How much of which token. */
export function AmountField({ issue, waiting }: AmountFieldProps) {
  const { latchkey, t, format, sentence } = useModalScope()
  const { state, edit, max } = useSend()
  const { token, sendTokenAmount } = state.form
  const [isAskingMax, setAskingMax] = useState(false)
  const id = useId()

  async function fillMax(): Promise<void> {
    setAskingMax(true)
    const asked = latchkey.send.getState().form
    try {
      const most = await max()
      // All of one token is no amount of another that was chosen meanwhile, and what was typed meanwhile is meant.
      const { form } = latchkey.send.getState()
      if (form.token === asked.token && form.sendTokenAmount === asked.sendTokenAmount) edit({ sendTokenAmount: most })
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      latchkey.modal.toast({ kind: 'error', message: error.message, code: error.code })
    } finally {
      setAskingMax(false)
    }
  }

  const amount = Number(sendTokenAmount)
  // To look at only: what is sent is worked out from the text, digit by digit.
  const worth =
    token === undefined ? undefined : token.price === null ? null : Number.isFinite(amount) ? amount * token.price : 0
  return (
    <div className="field" data-invalid={issue === undefined ? undefined : ''}>
      <div className="field-line">
        <label className="field-label" htmlFor={id}>
          {t('send.amount')}
        </label>
        {token !== undefined && (
          <span className="field-side">
            {/* Tells early; the review tells in words. */}
            <span data-tone={amount > Number(token.quantity.numeric) ? 'loss' : undefined}>
              {t('send.balance', { amount: format.amount(token.quantity.numeric, { digits: 4 }) })}
            </span>
            <button type="button" className="text-button" disabled={isAskingMax} onClick={() => void fillMax()}>
              {isAskingMax ? <Spinner /> : t('send.max')}
            </button>
          </span>
        )}
      </div>
      <div className="field-line">
        <input
          id={id}
          className="amount-input"
          data-length={sendTokenAmount.length > 11 ? 'long' : sendTokenAmount.length > 7 ? 'medium' : undefined}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder="0"
          translate="no"
          data-autofocus=""
          aria-invalid={issue !== undefined || undefined}
          aria-describedby={issue === undefined ? undefined : `${id}issue`}
          value={sendTokenAmount}
          onChange={(event) => {
            const text = readAmount(event.target.value)
            if (text !== undefined) edit({ sendTokenAmount: text })
          }}
        />
        <button
          type="button"
          className="token-button"
          aria-label={token === undefined ? t('send.missing.token') : t('send.token', { token: token.symbol })}
          onClick={() => latchkey.modal.push('WalletSendSelectToken')}
        >
          {token !== undefined ? (
            <>
              <TokenPicture token={token} size="small" />
              <span translate="no">{token.symbol}</span>
            </>
          ) : waiting ? (
            <Spinner />
          ) : (
            t('send.missing.token')
          )}
          <Icon name="down" />
        </button>
      </div>
      <div className="field-line field-note">
        {issue === undefined ? (
          token !== undefined && <Money value={worth} explain />
        ) : (
          <span id={`${id}issue`} role="alert" className="issue">
            {sentence(issue)}
          </span>
        )}
      </div>
    </div>
  )
}
