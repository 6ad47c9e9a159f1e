import type { SwapToken } from '@latchkey/core'
import { shortenAddress } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Money } from '../../ui/Money.tsx'
import { Row } from '../../ui/Row.tsx'
import { TokenPicture } from '../../ui/TokenPicture.tsx'
import { contractOf, pictureOf } from './tokenOf.ts'

export type SwapTokenRowProps = { token: SwapToken; current: boolean; onClick: () => void }

/** A token to choose: its name, a mark if it is not listed, and the account's balance. */
export function SwapTokenRow({ token, current, onClick }: SwapTokenRowProps) {
  const { t, format } = useModalScope()
  const { balance, price, listed } = token
  const isOwned = balance !== undefined && /[1-9]/.test(balance)
  const contract = contractOf(token)
  return (
    <Row
      id={token.address}
      current={current}
      picture={<TokenPicture token={pictureOf(token)} />}
      title={
        <span translate="no" title={token.name}>
          {token.name}
        </span>
      }
      subtitle={
        <span className="swap-row-line">
          <span translate="no">{token.symbol}</span>
          {!listed && (
            <>
              {contract !== undefined && (
                <>
                  {' · '}
                  <bdi translate="no">{shortenAddress(contract)}</bdi>
                </>
              )}
              <span className="swap-mark">
                <Icon name="alert" />
                <span className="sr">{t('swap.unlisted')}</span>
              </span>
            </>
          )}
        </span>
      }
      end={
        isOwned ? (
          <span className="row-values">
            <span className="figures" translate="no" title={format.amount(balance, { digits: 80 })}>
              {format.amount(balance, { digits: 4 })}
            </span>
            {price !== null && (
              <span className="row-subtitle">
                <Money value={Number(balance) * price} />
              </span>
            )}
          </span>
        ) : undefined
      }
      onClick={onClick}
    />
  )
}
