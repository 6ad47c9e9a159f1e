import type { HistoryItem } from '@latchkey/protocol/api'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Detail, Details } from '../../ui/Details.tsx'
import { Money } from '../../ui/Money.tsx'
import { NamedAddress } from '../../ui/NamedAddress.tsx'
import { useContactNames } from '../../ui/useContactNames.ts'
import { movementsOf, summarize } from '../account/summarize.ts'
import { TransferAmount } from '../account/TransferAmount.tsx'

export type TransactionDetailsProps = { item: HistoryItem }

/** Status, time, network, counterpart and every transfer. */
export function TransactionDetails({ item }: TransactionDetailsProps) {
  const { latchkey, t, format } = useModalScope()
  const { networks } = useReadable(latchkey.networks)
  const nameOf = useContactNames()
  const { metadata } = item
  const { counterpart } = summarize(item)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === metadata.chain)
  return (
    <Details>
      <Detail name={t('transaction.status')}>
        <span className="status" data-status={metadata.status}>
          {t(`transaction.${metadata.status}`)}
        </span>
      </Detail>
      {metadata.status !== 'pending' && (
        <Detail name={t('transaction.time')}>
          <time dateTime={metadata.minedAt}>{format.dateTime(metadata.minedAt)}</time>
        </Detail>
      )}
      <Detail name={t('transaction.network')}>
        <span translate="no">{network?.name ?? metadata.chain}</span>
      </Detail>
      {metadata.application !== null && (
        <Detail name={t(metadata.operationType === 'buy' ? 'transaction.provider' : 'transaction.application')}>
          <span translate="no">{metadata.application.name}</span>
        </Detail>
      )}
      {movementsOf(item).map((transfer, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the transfers of a mined transaction keep their order
        <Detail key={index} name={t(`transaction.${transfer.direction}`)}>
          <span className="row-values">
            <TransferAmount transfer={transfer} exact />
            {transfer.value !== null && (
              <span className="row-subtitle">
                <Money value={transfer.value} />
              </span>
            )}
          </span>
        </Detail>
      ))}
      {counterpart !== undefined && (
        <Detail name={t(`transaction.${counterpart.side}`)} stacked>
          <NamedAddress address={counterpart.address} name={nameOf(counterpart.address)} />
          <CopyButton text={counterpart.address} label={t('copy.address')} />
        </Detail>
      )}
    </Details>
  )
}
