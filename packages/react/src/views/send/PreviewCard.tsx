import type { SendPreview } from '@latchkey/core'
import { shortenAddress } from '@latchkey/protocol'
import { useReadable } from '../../hooks/useReadable.ts'
import { Identicon } from '../../identicon/Identicon.tsx'
import { useModalScope } from '../../modal/ModalScope.tsx'
import { AddressText } from '../../ui/AddressText.tsx'
import { Detail, Details } from '../../ui/Details.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Money } from '../../ui/Money.tsx'
import { Note } from '../../ui/Note.tsx'
import { TokenPicture } from '../../ui/TokenPicture.tsx'
import { ReceiverNote } from './ReceiverNote.tsx'

/** What {@link PreviewCard} takes. */
export type PreviewCardProps = { preview: SendPreview }

/** The amount, both ends, the cost and what is left: as the transaction says it, not as the form did. */
export function PreviewCard({ preview }: PreviewCardProps) {
  const { latchkey, t, format } = useModalScope()
  const { networks } = useReadable(latchkey.networks)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === preview.chainId)
  const { token } = preview
  return (
    <>
      <div className="preview-amount">
        <TokenPicture token={token} size="large" />
        <p
          className="figures preview-figure"
          translate="no"
          data-length={preview.amountText.length > 14 ? 'long' : undefined}
        >
          {preview.amountText} {token.symbol}
        </p>
        <p className="preview-worth">
          <Money value={preview.value} explain />
        </p>
      </div>
      <div className="route">
        <div className="route-end">
          <Identicon address={preview.from} className="route-avatar" />
          <div>
            <span className="route-name">{t('send.from')}</span>
            <span className="route-address" translate="no">
              {shortenAddress(preview.from)}
            </span>
          </div>
        </div>
        <div className="route-end">
          <Identicon address={preview.receiver} className="route-avatar" />
          <div>
            <span className="route-name">{t('send.to')}</span>
            <AddressText address={preview.receiver} />
          </div>
        </div>
      </div>
      {preview.receiverNotice !== undefined && <ReceiverNote notice={preview.receiverNotice} />}
      <Details>
        <Detail name={t('transaction.network')}>
          <span translate="no">{network?.name ?? preview.chainId}</span>
        </Detail>
        <Detail name={t('send.cost')}>
          <span className="row-values">
            <span className="figures" translate="no">
              {format.amount(preview.networkCostText, { digits: 8 })} {preview.nativeSymbol}
            </span>
            <span className="row-subtitle">
              <Money value={preview.networkCostValue} explain />
            </span>
          </span>
        </Detail>
        <Detail name={t('send.remaining')}>
          <span className="figures" translate="no">
            {format.amount(preview.remainingText)} {token.symbol}
          </span>
        </Detail>
        <Detail name={t('send.simulation')}>
          <span className="status" data-status="confirmed">
            <Icon name="check" />
            {t('send.simulated')}
          </span>
        </Detail>
      </Details>
      {preview.transferFeeText !== null && (
        <Note tone="warn">
          {t('send.transferFee', { amount: format.amount(preview.transferFeeText), token: token.symbol })}
        </Note>
      )}
      {!preview.transferFeeChecked && <Note>{t('send.transferFeeUnknown')}</Note>}
    </>
  )
}
