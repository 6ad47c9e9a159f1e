import { ServiceError } from '@latchkey/protocol/errors'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { authCounters } from './schema.ts'

/** A limit for the events of one key in a sliding window. */
export type Limit = {
  /** The counted key in clear. It is stored only as an HMAC. */
  key: string
  limit: number
  /** Seconds. */
  window: number
  /** Error code: `email_cooldown` for email to one address, else `rate_limited`. */
  code?: 'rate_limited' | 'email_cooldown'
}

/** Limits that survive a restart and apply across processes. */
export type Counters = {
  /**
   * Counts one event against all limits, or against none if one is full. It runs in a separate transaction, so the count stays if later
   * work fails.
   *
   * @param judge called with the current count of each limit, in order, if none is full; if it throws, the event does not count
   * @returns a function that undoes the event
   * @throws LatchkeyError `rate_limited` or `email_cooldown`, with `retryAfter` in seconds
   */
  consume: (
    limits: readonly Limit[],
    judge?: (counts: readonly number[]) => void,
  ) => Promise<{ undo: () => Promise<void> }>
  /** Returns the current number of events. `window` in seconds. */
  count: (options: { key: string; window: number }) => Promise<number>
  /** Deletes events outside of all windows. */
  sweep: () => Promise<void>
}

type Row = { key: string; window: number; count: number }

/**
 * Creates the counters. Events are stored by second, so that a window slides, and no boundary lets twice the limit pass. A short
 * transaction locks the keys in a fixed order, which keeps the count exact under concurrency.
 *
 * @example await counters.consume([{ key: `recover:${userId}`, limit: 10, window: 3600 }])
 */
export function createCounters({
  context: { database, clock },
  sealer,
}: {
  context: Pick<Context, 'database' | 'clock'>
  sealer: Pick<Sealer, 'mac'>
}): Counters {
  const digest = (key: string) => Buffer.from(sealer.mac({ purpose: 'counter', data: key }))

  const readRows = (tx: Transaction, keys: readonly string[], now: number, longest: number): Promise<Row[]> =>
    tx
      .select({ key: authCounters.key, window: authCounters.window, count: authCounters.count })
      .from(authCounters)
      .where(
        and(
          sql`${authCounters.key} = any(${sql.param([...keys])}::text[])`,
          sql`${authCounters.window} > ${now - longest}`,
        ),
      )
      .orderBy(authCounters.window)

  return {
    consume: async (limits, judge) => {
      const now = clock.now() / 1000
      const second = Math.floor(now)
      const entries = limits.map((limit) => ({ ...limit, digest: digest(limit.key) }))
      // Several limits can share one key. It is one event, kept for the longest window.
      const windows = new Map<string, number>()
      for (const { digest: key, window } of entries) {
        const name = key.toString('base64url')
        windows.set(name, Math.max(window, windows.get(name) ?? 0))
      }
      const names = [...windows.keys()].sort()
      const longest = Math.max(...windows.values())

      await database.transaction(async (tx) => {
        const locks = names.map((name) => Buffer.from(name, 'base64url').readBigInt64BE().toString()).sort()
        await tx.execute(sql`select pg_advisory_xact_lock(k) from unnest(${sql.param(locks)}::bigint[]) k`)
        const rows = await readRows(tx, names, second, longest)
        const refusals = entries.flatMap(({ digest: key, limit, window, code = 'rate_limited' as const }) => {
          const name = key.toString('base64url')
          const wait = secondsUntilFree({ rows: rows.filter((row) => row.key === name), limit, window, now, second })
          return wait > 0 ? [{ wait, code }] : []
        })
        const worst = refusals.sort((a, b) => b.wait - a.wait)[0]
        if (worst) throw refuse(worst)
        judge?.(
          entries.map(({ digest: key, window }) => {
            const name = key.toString('base64url')
            const inside = rows.filter((row) => row.key === name && row.window > second - window)
            return inside.reduce((sum, { count }) => sum + count, 0)
          }),
        )
        await tx
          .insert(authCounters)
          .values(
            names.map((key) => ({
              key,
              window: second,
              count: 1,
              expiresAt: new Date((second + (windows.get(key) ?? 0)) * 1000),
            })),
          )
          .onConflictDoUpdate({
            target: [authCounters.key, authCounters.window],
            set: {
              count: sql`${authCounters.count} + 1`,
              expiresAt: sql`greatest(${authCounters.expiresAt}, excluded.expires_at)`,
            },
          })
      })

      return {
        undo: async () => {
          await database
            .update(authCounters)
            .set({ count: sql`greatest(${authCounters.count} - 1, 0)` })
            .where(and(sql`${authCounters.key} = any(${sql.param(names)}::text[])`, eq(authCounters.window, second)))
        },
      }
    },

    count: async ({ key, window }) => {
      const second = Math.floor(clock.now() / 1000)
      const name = digest(key).toString('base64url')
      const [row] = await database
        .select({ total: sql<string>`coalesce(sum(${authCounters.count}), 0)` })
        .from(authCounters)
        .where(and(eq(authCounters.key, name), sql`${authCounters.window} > ${second - window}`))
      return Number(row?.total ?? 0)
    },

    sweep: async () => {
      await database.delete(authCounters).where(lt(authCounters.expiresAt, new Date(clock.now())))
    },
  }
}

/** Returns the seconds until another event fits; 0 if it fits now. Rows are ordered by time. */
function secondsUntilFree({
  rows,
  limit,
  window,
  now,
  second,
}: {
  rows: readonly Row[]
  limit: number
  window: number
  now: number
  second: number
}): number {
  const inside = rows.filter((row) => row.window > second - window)
  let left = inside.reduce((sum, { count }) => sum + count, 0)
  for (const row of inside) {
    if (left < limit) return 0
    left -= row.count
    if (left < limit) return Math.max(1, Math.ceil(row.window + window - now))
  }
  return left < limit ? 0 : window
}

function refuse({ wait, code }: { wait: number; code: 'rate_limited' | 'email_cooldown' }): ServiceError {
  const message =
    code === 'email_cooldown'
      ? `Please try again after ${wait} seconds`
      : `Too many requests: try again in ${wait} seconds`
  return new ServiceError(code, { message, retryAfter: wait })
}
