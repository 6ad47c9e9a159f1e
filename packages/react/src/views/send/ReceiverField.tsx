import type { SendIssue } from '@latchkey/core'
import { isBitcoinAddress, isEvmAddress, isSolanaAddress } from '@latchkey/protocol'
import { useId, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useSend } from '../../hooks/useSend.ts'
import { Identicon } from '../../identicon/Identicon.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { Contacts } from './Contacts.tsx'
import { ReceiverName } from './ReceiverName.tsx'

/** What {@link ReceiverField} takes. */
export type ReceiverFieldProps = { issue: SendIssue | undefined }

/** What an address of each family looks like; whether it is one, the review tells. */
const addressShapes = { eip155: isEvmAddress, solana: isSolanaAddress, bip122: isBitcoinAddress }

/** Up to here what is typed fills one line at every width, and stands beside the picture. */
const oneLine = 20

/** To whom: an address, a name, or one of the last; the whole address stays in sight. */
export function ReceiverField({ issue }: ReceiverFieldProps) {
  const { latchkey, t, sentence } = useModalScope()
  const { state, edit } = useSend()
  const { receiverAddress } = state.form
  const [canPaste] = useState(() => typeof navigator.clipboard?.readText === 'function')
  const id = useId()
  const typed = receiverAddress.trim()
  const { receiver } = state
  const namespace = useReadable(latchkey.networks).active?.chainNamespace ?? 'eip155'
  const isAddress = addressShapes[namespace](typed)
  // A name that cannot be looked up says so in its own line.
  const shownIssue = receiver.status === 'failed' ? undefined : issue
  const isInvalid = issue !== undefined || receiver.status === 'failed'

  async function paste(): Promise<void> {
    try {
      edit({ receiverAddress: (await navigator.clipboard.readText()).trim() })
    } catch {
      latchkey.modal.toast({ kind: 'error', message: t('send.pasteRefused') })
    }
  }

  return (
    <div className="field" data-invalid={isInvalid ? '' : undefined}>
      <div className="field-line">
        <label className="field-label" htmlFor={id}>
          {t('send.receiver')}
        </label>
        {canPaste && typed === '' && (
          <button type="button" className="text-button" onClick={() => void paste()}>
            {t('send.paste')}
          </button>
        )}
        {typed !== '' && (
          <button type="button" className="text-button" onClick={() => edit({ receiverAddress: '' })}>
            {t('send.clear')}
          </button>
        )}
      </div>
      <div className="receiver-line">
        {isAddress && <Identicon address={typed} className="receiver-avatar" />}
        <textarea
          id={id}
          className="receiver-input"
          data-short={typed.length <= oneLine || undefined}
          rows={2}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          translate="no"
          placeholder={t(namespace === 'eip155' ? 'send.receiverPlaceholder' : 'send.receiverAddress')}
          aria-invalid={isInvalid || undefined}
          aria-describedby={`${id}name${shownIssue === undefined ? '' : ` ${id}issue`}`}
          value={receiverAddress}
          onChange={(event) => edit({ receiverAddress: event.target.value.replace(/\s/g, '') })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
      </div>
      <ReceiverName id={`${id}name`} receiver={receiver} />
      {shownIssue !== undefined && (
        <div className="field-line field-note">
          <span id={`${id}issue`} role="alert" className="issue">
            {sentence(shownIssue)}
          </span>
        </div>
      )}
      {receiver.status === 'none' && !isAddress && (
        <Contacts typed={typed} onChoose={({ address }) => edit({ receiverAddress: address })} />
      )}
    </div>
  )
}
