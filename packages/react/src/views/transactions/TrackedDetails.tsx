import type { TrackedTransaction } from '@latchkey/core'
import { formatUnits } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { formatCost } from '../../format/formatCost.ts'
import { useReadable } from '../../store/useReadable.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Detail, Details } from '../../ui/Details.tsx'
import { NamedAddress } from '../../ui/NamedAddress.tsx'
import { ShortAmount } from '../../ui/ShortAmount.tsx'

export type TrackedDetailsProps = { transaction: TrackedTransaction }

/** Details of a followed transaction, as the visitor confirmed them, and its largest possible cost. */
export function TrackedDetails({ transaction }: TrackedDetailsProps) {
  const { chainId, call, payment, summary, nonce, askedAt, status } = transaction
  const { latchkey, t, format } = useModalScope()
  const { networks } = useReadable(latchkey.networks)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
  const coin = network?.nativeCurrency
  const mostText = call && coin ? formatUnits(call.gas * call.gasPrice, coin.decimals) : payment?.networkCostText
  const paid = status.type === 'confirmed' ? status.fee : undefined
  const costText = paid !== undefined && coin ? formatUnits(paid, coin.decimals) : mostText
  // A signed transaction of Solana or Bitcoin contains the exact network cost.
  const isPaid = paid !== undefined || (status.type === 'confirmed' && payment !== undefined)
  const from = summary.type === 'swap' ? summary.from : summary
  const counterpart =
    summary.type === 'send'
      ? { label: t('transaction.to'), address: summary.receiver, name: summary.receiverName }
      : summary.type === 'approve'
        ? { label: t('transaction.spender'), address: summary.spender, name: undefined }
        : undefined
  return (
    <Details>
      <Detail name={t('send.amount')}>
        <ShortAmount text={from.amountText} token={from} digits={80} />
      </Detail>
      {summary.type === 'swap' && (
        <>
          <Detail name={t('transaction.expected')}>
            <ShortAmount text={summary.to.amountText} token={summary.to} />
          </Detail>
          <Detail name={t('transaction.minimum')}>
            <ShortAmount text={summary.to.minimumText} token={summary.to} />
          </Detail>
        </>
      )}
      {counterpart !== undefined && (
        <Detail name={counterpart.label} stacked>
          <NamedAddress address={counterpart.address} name={counterpart.name} />
          <CopyButton text={counterpart.address} label={t('copy.address')} />
        </Detail>
      )}
      <Detail name={t('transaction.network')}>
        <span translate="no">{network?.name ?? chainId}</span>
      </Detail>
      {coin !== undefined && costText !== undefined && (
        <Detail name={t(isPaid ? 'send.cost' : 'transaction.cost')}>
          <span className="figures" translate="no">
            {isPaid ? format.amount(costText, { digits: 8 }) : formatCost({ format, text: costText })} {coin.symbol}
          </span>
        </Detail>
      )}
      <Detail name={t('transaction.time')}>
        <time dateTime={new Date(askedAt).toISOString()}>{format.dateTime(askedAt)}</time>
      </Detail>
      {nonce !== undefined && (
        <Detail name={t('transaction.number')}>
          <span className="figures" translate="no">
            {nonce}
          </span>
        </Detail>
      )}
    </Details>
  )
}
