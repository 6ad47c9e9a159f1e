import type { SendPreview } from '@latchkey/core'
import { formatUnits, parseUnits } from '@latchkey/protocol'
import type { ReactNode } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useReadable } from '../../store/useReadable.ts'
import { Detail, Details } from '../../ui/Details.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Money } from '../../ui/Money.tsx'
import { NetworkCost } from '../../ui/NetworkCost.tsx'
import { Note } from '../../ui/Note.tsx'
import { TokenPicture } from '../../ui/TokenPicture.tsx'
import { FamilyDetails } from './FamilyDetails.tsx'
import { ReceiverNote } from './ReceiverNote.tsx'
import { RouteEnd } from './RouteEnd.tsx'

export type PreviewCardProps = {
  preview: SendPreview
  /** The consent that a serious notice requires; shown below it. */
  consent: ReactNode
}

/** The amount, both addresses, the cost and the arriving amount, taken from the transaction and not from the form. */
export function PreviewCard({ preview, consent }: PreviewCardProps) {
  const { latchkey, t, format } = useModalScope()
  const { account } = useAccount()
  const { networks } = useReadable(latchkey.networks)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === preview.chainId)
  const { token, receiverNotice: notice } = preview
  const arrives = arrivingText(preview)
  return (
    <>
      <div className="preview-amount">
        <TokenPicture token={token} size="large" />
        <p
          className="figures preview-figure"
          translate="no"
          data-length={preview.amountText.length > 14 ? 'long' : undefined}
        >
          {format.amount(preview.amountText, { digits: 80 })} {token.symbol}
        </p>
        <p className="preview-worth">
          <Money value={preview.value} explain />
        </p>
      </div>
      <div className="route">
        <RouteEnd label={t('send.from')} address={preview.from} own />
        <RouteEnd
          label={t('send.to')}
          address={preview.receiver}
          name={preview.receiverName}
          other={notice?.type === 'look-alike' ? notice.knownAddress : undefined}
        />
      </div>
      <ReceiverNote preview={preview} />
      {consent}
      <Details>
        <Detail name={t('transaction.network')}>
          <span translate="no">{network?.name ?? preview.chainId}</span>
        </Detail>
        {arrives !== undefined && (
          <>
            <Detail name={t('send.fee')}>
              <span className="figures" translate="no" data-tone="loss">
                {format.amount(preview.transferFeeText ?? '', { digits: 80 })} {token.symbol}
              </span>
            </Detail>
            <Detail name={t('send.arrives')}>
              <span className="figures" translate="no">
                {format.amount(arrives, { digits: 80 })} {token.symbol}
              </span>
            </Detail>
          </>
        )}
        {account?.type !== 'smartAccount' && (
          <Detail name={t('send.speed')}>
            {t(
              preview.transaction.namespace === 'bip122'
                ? `send.speed.bip122.${preview.speed}`
                : `send.speed.${preview.speed}`,
            )}
          </Detail>
        )}
        <NetworkCost
          text={preview.networkCostText}
          symbol={preview.nativeSymbol}
          value={preview.networkCostValue}
          bound={preview.transaction.namespace === 'eip155' ? 'most' : 'exact'}
        />
        <FamilyDetails preview={preview} decimals={network?.nativeCurrency.decimals ?? 0} />
        {/* A payment to the own account leaves the balance unchanged. */}
        {notice?.type !== 'own' && (
          <Detail name={t('send.remaining')}>
            <span className="figures" translate="no">
              {format.amount(preview.remainingText)} {token.symbol}
            </span>
          </Detail>
        )}
        {/* Bitcoin has no calls to simulate. */}
        {preview.transaction.namespace !== 'bip122' && (
          <Detail name={t('send.simulation')}>
            <span className="status" data-status="confirmed">
              <Icon name="check" />
              {t('send.simulated')}
            </span>
          </Detail>
        )}
      </Details>
      {preview.feeNotice === 'high' && <Note tone="warn">{t('send.feeHigh')}</Note>}
      {!preview.transferFeeChecked && <Note>{t('send.transferFeeUnknown')}</Note>}
    </>
  )
}

/** Returns the exact amount that arrives after the token's own transfer fee; undefined for a token without one. */
function arrivingText({ amount, transferFeeText, token }: SendPreview): string | undefined {
  const decimals = Number(token.quantity.decimals)
  const fee = transferFeeText === null ? undefined : parseUnits(transferFeeText, decimals)
  return fee?.ok ? formatUnits(amount - fee.value, decimals) : undefined
}
