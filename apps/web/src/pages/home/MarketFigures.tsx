import type { Token } from '@latchkey/protocol/api'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './MarketFigures.module.css'

/** The token's market in five figures; a dash for unknown ones. */
export function MarketFigures({ token, failed }: { token: Token | undefined; failed: boolean }) {
  const { text, format } = useLanguage()
  const figures = [
    { name: text.stats.marketCap, value: format.compactMoney(token?.marketCap), full: format.money(token?.marketCap) },
    { name: text.stats.volume, value: format.compactMoney(token?.volume24h), full: format.money(token?.volume24h) },
    { name: text.stats.liquidity, value: format.compactMoney(token?.liquidity), full: format.money(token?.liquidity) },
    {
      name: text.stats.supply,
      value: token ? format.compactQuantity(token.totalSupply) : '—',
      full: token ? `${format.exactQuantity(token.totalSupply)} ${cleanLabel(token.symbol)}` : '—',
    },
    {
      name: text.stats.holders,
      value: token ? format.count(token.holders) : '—',
      full: token ? format.count(token.holders) : '—',
    },
  ]
  return (
    <dl className={styles.figures} aria-label={text.stats.label}>
      {figures.map(({ name, value, full }) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd title={full}>{token || failed ? value : <Skeleton width={6} />}</dd>
        </div>
      ))}
    </dl>
  )
}
