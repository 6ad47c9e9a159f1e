import type { EvmAddress } from '@latchkey/protocol'
import type { Hex } from '../chains/rpcTypes.ts'
import { writeTrades } from '../markets/writeTrades.ts'
import { writePools, writePrices } from '../prices/priceStore.ts'
import type { RangePrices } from '../prices/priceTracker.ts'
import { writeDescriptions, writeSupplies } from '../tokens/tokenStore.ts'
import type { RangeRows } from './buildRange.ts'
import type { ChainScope } from './ChainScope.ts'
import type { HeadReading } from './readHead.ts'
import {
  writeBalances,
  writeBlocks,
  writeOperations,
  writeProgress,
  writeTokens,
  writeTransactions,
  writeTransfers,
} from './writeRange.ts'

/**
 * Commits a range: its rows, balances, prices, trades and the progress, in one transaction.
 *
 * @param options.head balances from the chain; undefined while catching up, when balances are sums of transfers
 * @throws ProgressLost if another process was faster
 */
export async function commitRange(
  { context, chain, config }: ChainScope,
  {
    rows,
    prices,
    head,
    known,
    expected,
  }: {
    rows: RangeRows
    prices: RangePrices
    head: HeadReading | undefined
    known: ReadonlySet<EvmAddress>
    expected: number | null
  },
): Promise<void> {
  const hash = rows.blocks.at(-1)?.hash as Hex
  await context.database.transaction(async (tx) => {
    // First, so that the later of two processes waits here and stops before it writes anything.
    await writeProgress(tx, { chain, expected, block: rows.to, hash, settled: head && rows.to })
    await writeBlocks(tx, { chain, rows, reorgDepth: config.indexer.reorgDepth })
    await writeTransactions(tx, { chain, rows: rows.transactions })
    await writeTransfers(tx, { chain, rows: rows.transfers })
    await writeOperations(tx, { chain, rows: rows.operations })
    await writeTokens(tx, { chain, rows, known })
    await writeDescriptions(tx, { chain, descriptions: [...prices.descriptions, ...(head?.descriptions ?? [])] })
    await writeSupplies(tx, { chain, supplies: head?.supplies ?? [] })
    await writeBalances(tx, { chain, block: rows.to, deltas: rows.deltas, read: head?.read ?? [] })
    await writePools(tx, { chain, changed: prices.pools })
    await writePrices(tx, { chain, block: rows.to, changes: prices.changes, points: prices.points })
    await writeTrades(tx, { chain, rows: prices.trades })
  })
}
