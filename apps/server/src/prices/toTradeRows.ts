import type { EvmAddress } from '@latchkey/protocol'
import type { PlacedPoolEvent } from '../chains/decodeLog.ts'
import type { Hex } from '../chains/rpcTypes.ts'
import type { Pool } from './poolMath.ts'
import type { PriceBook } from './priceBook.ts'

/** A row of `trades` without the chain, with additional fields for the announcement. */
export type TradeRow = {
  buy: boolean
  block: number
  txIndex: number
  logIndex: number
  time: number
  token: EvmAddress
  pool: EvmAddress
  maker: EvmAddress
  hash: Hex
  amount: bigint
  price: number | null
  value: number | null
}

/** Returns two trades for a swap, one for each token. The maker bought the pool's output. */
export function toTradeRows({
  placed,
  pool,
  book,
}: {
  placed: PlacedPoolEvent & { event: { amount0: bigint; amount1: bigint } }
  pool: Pool
  book: PriceBook
}): TradeRow[] {
  const { event, block, time, txIndex, logIndex, maker, hash } = placed
  const value = book.valueOf(pool, event.amount0, event.amount1)
  const sides = [
    { token: pool.token0, change: event.amount0 },
    { token: pool.token1, change: event.amount1 },
  ]
  return sides.flatMap(({ token, change }): TradeRow[] => {
    if (change === 0n) return []
    const amount = change < 0n ? -change : change
    const decimals = book.decimals(token)
    const price = value === null || decimals === undefined ? null : value / (Number(amount) / 10 ** decimals)
    return [
      {
        buy: change < 0n,
        block,
        txIndex,
        logIndex,
        time,
        token,
        pool: pool.address,
        maker,
        hash,
        amount,
        price,
        value,
      },
    ]
  })
}
