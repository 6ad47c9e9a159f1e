import type { Balance } from '@latchkey/protocol/api'
import type { ReactNode } from 'react'
import { NetworkName } from '../../account/NetworkName.tsx'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { TokenIcon } from '../../ui/TokenIcon.tsx'
import styles from './AssetTable.module.css'

/** A table of assets with their prices, quantities and values. */
export function AssetTable({ label, children }: { label: string; children: ReactNode }) {
  const { text } = useLanguage()
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{text.portfolio.asset}</th>
          <th scope="col">{text.portfolio.price}</th>
          <th scope="col">{text.portfolio.quantity}</th>
          <th scope="col">{text.portfolio.value}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** One asset. A click anywhere in the row opens its details. */
export function AssetRow({ balance, onOpen }: { balance: Balance; onOpen: () => void }) {
  const { text, format } = useLanguage()
  const name = cleanLabel(balance.name)
  const symbol = cleanLabel(balance.symbol, { limit: 12 })
  return (
    <tr className={styles.row}>
      <td>
        <div className={styles.asset}>
          <TokenIcon symbol={symbol} iconUrl={balance.iconUrl} address={balance.address} size={40} />
          <div className={styles.naming}>
            <button type="button" className={styles.name} onClick={onOpen} aria-label={text.asset.details(name)}>
              <bdi>{name}</bdi>
            </button>
            <p className={styles.sub}>
              <NetworkName chainId={balance.chainId} />
              <span className={styles.subPrice}> · {format.price(balance.price)}</span>
            </p>
          </div>
        </div>
      </td>
      <td className={styles.price}>{format.price(balance.price)}</td>
      <td className={styles.quantity} title={`${format.exactQuantity(balance.quantity.numeric)} ${symbol}`}>
        <bdi dir="ltr">
          {format.quantity(balance.quantity.numeric)} <bdi className={styles.symbol}>{symbol}</bdi>
        </bdi>
      </td>
      <td className={styles.value}>{format.money(balance.value)}</td>
    </tr>
  )
}

/** Placeholder of the table while it loads. */
export function AssetTableSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <SkeletonRows count={5} picture={40} widths={[14, 8]} />
    </div>
  )
}
