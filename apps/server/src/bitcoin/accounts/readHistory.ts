import { ServiceError } from '@latchkey/protocol/errors'
import { z } from 'zod'
import type { SourcePosition } from '../../accounts/AccountSource.ts'
import type { EsploraReader } from '../esplora/createEsploraReader.ts'
import type { EsploraTransaction } from '../esplora/esploraCalls.ts'

/** Below this size, a page is the last one. Every server uses larger pages. */
const smallestPage = 10
/** Maximum number of pages to search after the block of a cursor was replaced. */
const mostPages = 40

const positionSchema = z.tuple([z.string().regex(/^[0-9a-f]{64}$/), z.number().int().min(0)])

/** A page of an address's transactions, newest first. */
export type HistoryPage = { transactions: readonly EsploraTransaction[]; next: SourcePosition | null }

/** Returns the position of a transaction: its ID, from which servers continue, and its block, in case it is replaced. */
export function positionOf({ txid, status }: EsploraTransaction): SourcePosition {
  return [txid, status.block_height ?? 0]
}

/**
 * Reads mined transactions below a position. New blocks do not change the result.
 *
 * @throws LatchkeyError `malformed_cursor`, `upstream_unavailable`
 */
export async function readHistory({
  reader,
  address,
  before,
  limit,
}: {
  reader: EsploraReader
  address: string
  before: SourcePosition | undefined
  limit: number
}): Promise<HistoryPage> {
  const place = before && positionSchema.safeParse(before)
  if (place && !place.success) throw new ServiceError('malformed_cursor', { field: 'cursor' })
  const found: EsploraTransaction[] = []
  let last = place?.data[0]
  let isEnd = false
  while (found.length < limit && !isEnd) {
    const page = await reader('esplora.settled', ...(last === undefined ? [address] : [address, last]))
    if (page.length === 0 && place && found.length === 0 && !(await isSettled({ reader, txid: place.data[0] }))) {
      return readBelow({ reader, address, height: place.data[1], limit })
    }
    found.push(...page)
    last = page.at(-1)?.txid
    isEnd = page.length < smallestPage
  }
  return toPage({ found, limit, isEnd })
}

/**
 * Searches from the newest transaction for those at or below a block. Transactions of that block may be repeated, but none is
 * left out.
 */
async function readBelow({
  reader,
  address,
  height,
  limit,
}: {
  reader: EsploraReader
  address: string
  height: number
  limit: number
}): Promise<HistoryPage> {
  const found: EsploraTransaction[] = []
  let last: string | undefined
  let isEnd = false
  for (let count = 0; count < mostPages && found.length < limit && !isEnd; count += 1) {
    const page = await reader('esplora.settled', ...(last === undefined ? [address] : [address, last]))
    found.push(...page.filter(({ status }) => (status.block_height ?? 0) <= height))
    last = page.at(-1)?.txid
    isEnd = page.length < smallestPage
  }
  return toPage({ found, limit, isEnd })
}

async function isSettled({ reader, txid }: { reader: EsploraReader; txid: string }): Promise<boolean> {
  return (await reader('esplora.status', txid))?.confirmed ?? false
}

function toPage({ found, limit, isEnd }: { found: EsploraTransaction[]; limit: number; isEnd: boolean }): HistoryPage {
  const transactions = found.slice(0, limit)
  const last = transactions.at(-1)
  const isMore = found.length > limit || !isEnd
  return { transactions, next: isMore && last ? positionOf(last) : null }
}
