import type { Balance } from '@latchkey/protocol/api'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import styles from './Allocation.module.css'
import { worthParts } from './assets.ts'

/** Number of assets with their own part. The rest are one part. */
const named = 4

/** A bar with the shares of the total value. */
export function Allocation({ tokens, total }: { tokens: readonly Balance[]; total: number | null }) {
  const { text, format } = useLanguage()
  if (!total || total <= 0) return null
  const parts = worthParts({ tokens, total })
    .slice(0, named)
    .map(({ symbol, ...part }) => ({ ...part, name: cleanLabel(symbol, { limit: 12 }) }))
  const rest = 1 - parts.reduce((sum, { share }) => sum + share, 0)
  const all = rest > 0.0005 ? [...parts, { key: 'rest', name: text.portfolio.rest, share: rest }] : parts
  if (all.length < 2) return null
  return (
    <ul className={styles.allocation} aria-label={text.portfolio.allocation}>
      {all.map(({ key, name, share }, place) => (
        <li key={key} className={styles.part} data-part={key === 'rest' ? 'rest' : place} style={{ '--share': share }}>
          <span className={styles.bar} />
          <span className={styles.name}>
            <bdi>{name}</bdi> <span>{format.share(share)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
