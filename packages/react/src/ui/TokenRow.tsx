import type { Balance } from '@latchkey/protocol/api'
import { useModalScope } from '../context/ModalScope.tsx'
import { Money } from './Money.tsx'
import { Row } from './Row.tsx'
import { TokenPicture } from './TokenPicture.tsx'

export type TokenRowProps = { token: Balance; current?: boolean; onClick: () => void }

/** A row of a token with its amount and value. */
export function TokenRow({ token, current = false, onClick }: TokenRowProps) {
  const { format } = useModalScope()
  return (
    <Row
      id={token.address ?? 'native'}
      current={current}
      picture={<TokenPicture token={token} />}
      title={
        <span translate="no" title={token.name}>
          {token.name}
        </span>
      }
      subtitle={
        <span
          className="figures"
          translate="no"
          title={`${format.amount(token.quantity.numeric, { digits: 80 })} ${token.symbol}`}
        >
          {format.amount(token.quantity.numeric, { digits: 4 })} {token.symbol}
        </span>
      }
      end={
        <span className="row-values">
          <Money value={token.value} explain={token.value === null} />
          {token.price !== null && (
            <span className="row-subtitle">
              <Money value={token.price} unit />
            </span>
          )}
        </span>
      }
      onClick={onClick}
    />
  )
}
