import type { SendIssue } from '@latchkey/core'
import { familyOfAddress } from '@latchkey/protocol'
import { useId, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useSend } from '../../hooks/useSend.ts'
import { Identicon } from '../../identicon/Identicon.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { useContactNames } from '../../ui/useContactNames.ts'
import { Contacts } from './Contacts.tsx'
import { ReceiverHint } from './ReceiverHint.tsx'
import { ReceiverName } from './ReceiverName.tsx'
import { usePaymentLink } from './usePaymentLink.ts'

export type ReceiverFieldProps = { issue: SendIssue | undefined }

/** Up to this length the text fits on one line at every width, beside the picture. */
const oneLine = 20

/** The receiver: an address, a name or a contact. The whole address stays visible. */
export function ReceiverField({ issue }: ReceiverFieldProps) {
  const { latchkey, t, sentence } = useModalScope()
  const { state, edit } = useSend()
  const { receiverAddress } = state.form
  const [canPaste] = useState(() => typeof navigator.clipboard?.readText === 'function')
  const id = useId()
  const typed = receiverAddress.trim()
  const { receiver } = state
  const namespace = useReadable(latchkey.networks).active?.chainNamespace ?? 'eip155'
  const link = usePaymentLink()
  const contact = useContactNames()(typed)
  // Checks only the form of an address. The review checks the address itself.
  const family = familyOfAddress(typed)
  const isAddress = family === namespace
  const isElsewhere = link.reading !== undefined || (family !== undefined && !isAddress)
  // The line of the name shows a failed lookup, and the hint shows an address of another network.
  const shownIssue = receiver.status === 'failed' || isElsewhere ? undefined : issue
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
      <ReceiverHint typed={typed} link={link} />
      {contact !== undefined && (
        <bdi className="receiver-title" translate="no">
          {contact}
        </bdi>
      )}
      {receiver.status !== 'resolved' && !isAddress && !isElsewhere && (
        <Contacts
          typed={typed}
          onlySaved={receiver.status !== 'none'}
          onChoose={({ address }) => edit({ receiverAddress: address })}
        />
      )}
    </div>
  )
}
