import type { HistoryItem } from '@latchkey/protocol/api'
import { NamedAddress } from '../../account/NamedAddress.tsx'
import { NetworkName } from '../../account/NetworkName.tsx'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { explorerOf } from '../../site/explorer.ts'
import { useSite } from '../../site/SiteContext.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DetailList, type DetailRow } from '../../ui/DetailList.tsx'
import { ExplorerLink } from '../../ui/ExplorerLink.tsx'
import { FullAddress } from '../../ui/FullAddress.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { bareAddress, operationTitle } from './ActivityRow.tsx'
import styles from './TransactionSheet.module.css'

/** All details of one transaction of the activity. */
export function TransactionSheet({ item, onClose }: { item: HistoryItem; onClose: () => void }) {
  const language = useLanguage()
  const { text, format } = language
  const { networks } = useSite()
  const { metadata, transfers } = item
  const explorer = explorerOf({ networks, chainId: metadata.chain })
  const native = networks.find(({ caipNetworkId }) => caipNetworkId === metadata.chain)?.nativeCurrency.symbol
  const whole = (name: string, value: string, Whole: typeof FullAddress = FullAddress): DetailRow => ({
    name,
    value: <Whole address={bareAddress(value)} />,
    action: <CopyButton value={bareAddress(value)} what={`${text.copy.label}: ${name}`} />,
    wide: true,
  })
  return (
    <Sheet open title={operationTitle({ item, language })} onClose={onClose}>
      <ul className={styles.moved} aria-label={text.transaction.moved} data-status={metadata.status}>
        {transfers.map((transfer, place) => {
          const { nft_info: nft, fungible_info: fungible, direction, quantity, value } = transfer
          const sign = direction === 'self' ? '' : direction === 'in' ? '+' : '−'
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the transfers of a transaction have no ID and keep their order
            <li key={place} data-direction={direction}>
              <p className={styles.amount} data-long={quantity.numeric.length > 14}>
                {nft ? (
                  <bdi>{cleanLabel(nft.name)}</bdi>
                ) : (
                  <bdi dir="ltr">
                    {sign}
                    {format.exactQuantity(quantity.numeric)} <bdi>{fungible ? cleanLabel(fungible.symbol) : ''}</bdi>
                  </bdi>
                )}
              </p>
              <p className={styles.value}>
                {nft ? text.transaction.nft : value === null ? text.asset.unknownPrice : format.money(value)}
              </p>
            </li>
          )
        })}
      </ul>
      <DetailList
        rows={[
          { name: text.transaction.status, value: text.transaction.statuses[metadata.status] },
          { name: text.transaction.time, value: format.dateTime(Date.parse(metadata.minedAt)) },
          { name: text.transaction.network, value: <NetworkName chainId={metadata.chain} /> },
          ...(metadata.operationType === 'buy' && metadata.application
            ? [{ name: text.transaction.provider, value: <bdi>{cleanLabel(metadata.application.name)}</bdi> }]
            : []),
          ...(metadata.sentFrom ? [whole(text.transaction.from, metadata.sentFrom, NamedAddress)] : []),
          ...(metadata.sentTo ? [whole(text.transaction.to, metadata.sentTo, NamedAddress)] : []),
          whole(text.transaction.hash, metadata.hash),
          ...(metadata.fee === undefined || native === undefined
            ? []
            : [
                {
                  name: text.trade.cost,
                  value: <bdi dir="ltr">{`${format.exactQuantity(metadata.fee)} ${native}`}</bdi>,
                },
              ]),
          ...(metadata.nonce === undefined
            ? []
            : [{ name: text.transaction.nonce, value: format.count(metadata.nonce) }]),
        ]}
      />
      <ExplorerLink explorer={explorer} path={`tx/${metadata.hash}`} />
    </Sheet>
  )
}
