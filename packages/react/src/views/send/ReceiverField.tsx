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

/** What {@link ReceiverField} takes. */
export type ReceiverFieldProps = { issue: SendIssue | undefined }

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
  const link = usePaymentLink()
  const contact = useContactNames()(typed)
  // What an address looks like; whether it is one, the review tells.
  const family = familyOfAddress(typed)
  const isAddress = family === namespace
  const isElsewhere = link.reading !== undefined || (family !== undefined && !isAddress)
  // A name that cannot be looked up says so in its own line, and so does what belongs elsewhere.
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
