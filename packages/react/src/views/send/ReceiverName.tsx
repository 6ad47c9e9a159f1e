import type { SendReceiver } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Identicon } from '../../identicon/Identicon.tsx'
import { AddressText } from '../../ui/AddressText.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

export type ReceiverNameProps = { receiver: SendReceiver /** Named by the field. */; id: string }

/** The address of a typed name: pending, found and shown whole, or the reason of a failure. */
export function ReceiverName({ receiver, id }: ReceiverNameProps) {
  const { t, sentence } = useModalScope()
  return (
    <div id={id} className="receiver-name" role="status" data-status={receiver.status}>
      {receiver.status === 'resolving' && (
        <span className="receiver-wait">
          <Spinner />
          <span>{t('send.resolving', { name: receiver.name })}</span>
        </span>
      )}
      {receiver.status === 'resolved' && (
        <span className="receiver-found">
          {receiver.image === null ? (
            <Identicon address={receiver.address} className="receiver-avatar" />
          ) : (
            <Picture src={receiver.image} name={receiver.name} size="small" />
          )}
          <span>
            <bdi className="receiver-title" translate="no">
              {receiver.name}
            </bdi>
            <AddressText address={receiver.address} />
          </span>
        </span>
      )}
      {receiver.status === 'failed' && <span className="issue">{sentence(receiver.error)}</span>}
    </div>
  )
}
