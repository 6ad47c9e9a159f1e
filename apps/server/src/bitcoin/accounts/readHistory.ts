import { ServiceError } from '@latchkey/protocol/errors'
import { z } from 'zod'
import type { SourcePosition } from '../../accounts/AccountSource.ts'
import type { EsploraReader } from '../esplora/createEsploraReader.ts'
import type { EsploraTransaction } from '../esplora/esploraCalls.ts'

/** Fewer than any server puts on a page that another one follows. */
const smallestPage = 10
/** Pages that are looked through where the chain took back what a cursor stands on. */
const mostPages = 40

const positionSchema = z.tuple([z.string().regex(/^[0-9a-f]{64}$/), z.number().int().min(0)])

/** Transactions of an address, newest first. */
export type HistoryPage = { transactions: readonly EsploraTransaction[]; next: SourcePosition | null }

/** The place of a transaction: its id, by which servers go on, and its block, should the chain have taken it back meanwhile. */
export function positionOf({ txid, status }: EsploraTransaction): SourcePosition {
  return [txid, status.block_height ?? 0]
}

/**
 * Reads what is in blocks, from a place on: new blocks change nothing about it.
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

/** Looks from the top for what is not above a block; what is in the very block may come a second time, and nothing is left out. */
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
