import { formatUnits } from '@latchkey/protocol'
import type { Trade } from '@latchkey/protocol/api'
import { checksumAddress } from '../chains/checksumAddress.ts'
import type { TradeRow } from '../prices/toTradeRows.ts'

/** Returns a trade in the shape of the API and the event stream. */
export function toTrade({
  row,
  decimals,
}: {
  row: Pick<TradeRow, 'buy' | 'block' | 'logIndex' | 'time' | 'maker' | 'hash' | 'amount' | 'price' | 'value'>
  decimals: number
}): Trade {
  return {
    id: `${row.hash}:${row.logIndex}`,
    hash: row.hash,
    minedAt: new Date(row.time * 1000).toISOString(),
    maker: checksumAddress(row.maker),
    side: row.buy ? 'buy' : 'sell',
    quantity: { numeric: formatUnits(row.amount, decimals) },
    price: row.price,
    value: row.value,
  }
}
