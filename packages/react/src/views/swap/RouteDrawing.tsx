import type { Quote, RoutePart, SwappableToken } from '@latchkey/protocol/api'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { TokenPicture } from '../../ui/TokenPicture.tsx'
import { tokenOfHop } from './tokenOf.ts'
import { usePercent } from './usePercent.ts'

export type RouteDrawingProps = {
  quote: Quote
  /** Source of the symbols and pictures of tokens on the route. */
  known: readonly SwappableToken[]
}

/** The parts of the route: each with its share and its pools in order. A list for screen readers. */
export function RouteDrawing({ quote, known }: RouteDrawingProps) {
  const { t } = useModalScope()
  const percent = usePercent()
  const parts = [...quote.route].sort((one, other) => other.share - one.share)
  return (
    <ul className="routes" aria-label={t('swap.route')}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one quote keep their order
        <li className="route-part" key={index}>
          {parts.length > 1 && (
            <span className="route-share">
              <span className="sr">{t('swap.routeShare', { share: percent(part.share) })}</span>
              <span aria-hidden="true" className="figures" data-figures="">
                {percent(part.share)}
              </span>
              <span aria-hidden="true" className="route-bar">
                <span style={{ width: `${Math.max(2, part.share * 100)}%` }} />
              </span>
            </span>
          )}
          <Hops part={part} known={known} />
        </li>
      ))}
    </ul>
  )
}

function Hops({ part, known }: { part: RoutePart; known: readonly SwappableToken[] }) {
  const { t } = useModalScope()
  const percent = usePercent()
  const [first] = part.hops
  return (
    <ol className="hops">
      {first !== undefined && (
        <li className="hop-end" aria-hidden="true">
          <Stop token={tokenOfHop({ address: first.from, known })} />
        </li>
      )}
      {part.hops.map((hop, index) => {
        const from = tokenOfHop({ address: hop.from, known })
        const to = tokenOfHop({ address: hop.to, known })
        const isWrap = hop.source === 'wrapped-native'
        const pool = isWrap ? t('swap.routeWrap') : poolName(hop.source)
        const fee = hop.fee === null || isWrap ? undefined : percent(hop.fee / 1_000_000)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the hops of one part keep their order
          <li className="hop" key={index}>
            <span className="sr">
              {t('swap.routeHop', {
                from: from.symbol,
                to: to.symbol,
                pool: fee === undefined ? pool : `${pool} ${fee}`,
              })}
            </span>
            <span className="hop-pool" aria-hidden="true">
              <span className="hop-name" translate={isWrap ? undefined : 'no'} title={pool}>
                {isWrap || part.hops.length === 1 ? pool : (shortNames[hop.source] ?? pool)}
              </span>
              <span className="hop-line">
                <Icon name="right" />
              </span>
              <span className="hop-fee figures" data-figures="">
                {fee}
              </span>
            </span>
            <span aria-hidden="true">
              <Stop token={to} />
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function Stop({ token }: { token: { symbol: string; iconUrl: string | null } }) {
  return (
    <span className="stop">
      <TokenPicture token={token} size="small" />
      <span className="stop-name" translate="no">
        {token.symbol}
      </span>
    </span>
  )
}

const names: { readonly [source: string]: string } = { 'uniswap-v2': 'Uniswap v2', 'uniswap-v3': 'Uniswap v3' }
/** Used if several pools share a line. */
const shortNames: typeof names = { 'uniswap-v2': 'v2', 'uniswap-v3': 'v3' }

/** Returns the name of a kind of pool. Names of an aggregator stay unchanged. */
function poolName(source: string): string {
  return names[source] ?? source
}
