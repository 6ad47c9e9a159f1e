import type { Token } from '@latchkey/protocol/api'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useSite } from '../../site/SiteContext.ts'
import { tokenOf } from '../../site/siteConfig.ts'
import { Change } from '../../ui/Change.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TokenIcon } from '../../ui/TokenIcon.tsx'
import { PriceAnnouncer } from './PriceAnnouncer.tsx'
import styles from './TokenHeading.module.css'

/** The token's name, its price in large, and what it did in a day. */
export function TokenHeading({ token, failed }: { token: Token | undefined; failed: boolean }) {
  const { text, format } = useLanguage()
  const site = useSite()
  const chainId = tokenOf(site).chainId
  const network = site.networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
  return (
    <div className={styles.heading}>
      <div className={styles.identity}>
        <TokenIcon symbol={token?.symbol ?? ''} iconUrl={token?.iconUrl ?? null} address={site.token} size={44} />
        <h1 className={styles.name}>
          <bdi>{token ? cleanLabel(token.name) : failed ? site.name : <Skeleton width={9} />}</bdi>
        </h1>
        {token && <bdi className={styles.symbol}>{cleanLabel(token.symbol, { limit: 12 })}</bdi>}
        {network && <span className={styles.network}>{network.name}</span>}
      </div>
      <div className={styles.priceRow}>
        <p className={styles.price}>
          <span className="visually-hidden">{text.home.price} </span>
          {token || failed ? format.price(token?.price) : <Skeleton width={6} />}
        </p>
        <p className={styles.change}>
          {token && token.change24h !== null && (
            <>
              <Change value={token.change24h} pill />
              <span>{text.home.today}</span>
            </>
          )}
          {token && token.change24h === null && (
            <span>{token.price === null ? text.home.noPrice : text.home.noChange}</span>
          )}
        </p>
      </div>
      {token && <PriceAnnouncer token={token} />}
    </div>
  )
}
