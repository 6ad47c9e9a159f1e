import type { HistoryItem } from '@latchkey/protocol/api'
import { z } from 'zod'
import type { AccountSource, SourceHistory, SourcePosition } from './AccountSource.ts'

/** Position of the next page on each network; null at the end. */
export const sourcePositionsSchema = z
  .array(
    z.tuple([z.string().max(80), z.nullable(z.array(z.union([z.string().max(100), z.number().int().safe()])).max(4))]),
  )
  .min(1)
  .max(16)

/** Position of the next page on each network: null at the end, empty before the first item. */
export type SourcePositions = readonly (readonly [chainId: string, position: SourcePosition | null])[]

/**
 * Reads a page of an account's activity from several networks, newest first across all.
 *
 * @param options.positions from the previous page; undefined for the first
 * @throws the errors of the sources: a page without one of them would hide items
 */
export async function readSourceHistory({
  sources,
  address,
  positions,
  limit,
}: {
  sources: readonly AccountSource[]
  address: string
  positions: SourcePositions | undefined
  limit: number
}): Promise<{ data: HistoryItem[]; next: SourcePositions | null; stale: number }> {
  const known = new Map(positions)
  const asked = sources.filter(({ chainId }) => known.get(chainId) !== null)
  const parts = await Promise.all(
    asked.map(async (source): Promise<Part> => {
      const place = known.get(source.chainId)
      const before = place?.length ? place : undefined
      return {
        chainId: source.chainId,
        place: before,
        taken: 0,
        ...(await source.readHistory({ address, before, limit })),
      }
    }),
  )
  const waiting = positions ? [] : parts.flatMap((part) => part.waiting)
  const data = waiting.sort((a, b) => (a.metadata.minedAt < b.metadata.minedAt ? 1 : -1))
  for (let count = 0; count < limit; count += 1) {
    // The next item of a network may be newer than those of the others. The page ends before it.
    if (parts.some((part) => part.taken === part.entries.length && part.next !== null)) break
    const newest = parts.reduce<Part | undefined>((best, part) => (isNewer(part, best) ? part : best), undefined)
    const entry = newest?.entries[newest.taken]
    if (!newest || !entry) break
    data.push(entry.item)
    newest.taken += 1
    newest.place = entry.position
  }
  const next = sources.map(({ chainId }): SourcePositions[number] => {
    const part = parts.find((one) => one.chainId === chainId)
    if (!part) return [chainId, null]
    return [chainId, part.taken === part.entries.length ? part.next : (part.place ?? [])]
  })
  const isMore = next.some(([, position]) => position !== null)
  return { data, next: isMore ? next : null, stale: Math.max(0, ...parts.map(({ stale }) => stale)) }
}

type Part = SourceHistory & { chainId: string; place: SourcePosition | undefined; taken: number }

function isNewer(part: Part, best: Part | undefined): boolean {
  const own = part.entries[part.taken]?.item.metadata.minedAt
  const other = best?.entries[best.taken]?.item.metadata.minedAt
  return own !== undefined && (other === undefined || own > other)
}
