import type { EvmAddress } from '@latchkey/protocol'
import { and, asc, eq, gt, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { sponsorshipBudgets, sponsorships } from './schema.ts'

/** Daily limits of promises. Amounts are in wei. */
export type Budgets = {
  perAccountAndDay: bigint
  perProjectAndDay: bigint
  operationsPerAccountAndDay: number
}

/** A promise that an operation may still use. */
export type OpenSponsorship = {
  hash: `0x${string}`
  fromBlock: number
  /** Unix milliseconds. */
  validUntil: number
}

/** The ledger of sponsored operations. Each row ends once, settled or expired, for repeated and concurrent calls. */
export type Ledger = {
  /**
   * Reserves the worst case in the budgets of today (UTC), or nothing.
   *
   * @returns the exhausted budget; undefined if it is reserved, including an earlier reservation of the same operation
   */
  reserve: (options: {
    hash: `0x${string}`
    chainId: number
    projectId: string
    account: EvmAddress
    /** Nonce of the operation. Of several promises for one nonce, the highest counts. */
    nonce: bigint
    /** Wei. */
    worst: bigint
    /** Unix milliseconds. */
    validUntil: number
    fromBlock: number
    budgets: Budgets
  }) => Promise<'account' | 'operations' | 'project' | undefined>
  /**
   * Settles an included operation, and releases the other promises for its nonce. An expired one is settled as well, because
   * the chain decides. Returns whether this call did it.
   */
  settle: (options: { hash: `0x${string}`; cost: bigint }) => Promise<boolean>
  /** Releases the budget. Only for an operation that can no longer be included. Returns whether this call did it. */
  expire: (options: { hash: `0x${string}` }) => Promise<boolean>
  /** Lists the open promises in the order of their hashes. */
  open: (options: { chainId: number; limit: number; after?: `0x${string}` }) => Promise<OpenSponsorship[]>
  /** Lists the promises that expired since a time (Unix milliseconds), in the same order. */
  expired: (options: {
    chainId: number
    since: number
    limit: number
    after?: `0x${string}`
  }) => Promise<OpenSponsorship[]>
  /** Whether an account had an included, sponsored operation before today (UTC). */
  hasHistory: (options: { chainId: number; account: EvmAddress }) => Promise<boolean>
  /** Wei of today, reserved and settled, over all projects of the chain. */
  usedToday: (options: { chainId: number }) => Promise<bigint>
  /** Deletes ended rows and budgets before a day (UTC). Open rows stay. */
  sweep: (options: { before: string }) => Promise<void>
}

/** Returns the day of a time, UTC: `2026-01-31`. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

/** Creates the ledger on the database, which several processes share. */
export function createLedger({ database, clock }: Pick<Context, 'database' | 'clock'>): Ledger {
  type Row = typeof sponsorships.$inferSelect
  type Kind = 'account' | 'project'
  type Part = { wei: bigint; operations: number }

  /** Locks both budgets of a row until the transaction ends. The order is fixed, to avoid deadlocks. */
  const lock = async (
    tx: Transaction,
    row: Row,
  ): Promise<Record<Kind, { key: BudgetKey; used: bigint; operations: number }>> => {
    const lockOne = async (kind: Kind) => {
      const holder = kind === 'account' ? row.account.toLowerCase() : row.projectId
      const key = { chainId: row.chainId, kind, holder, day: row.day }
      await tx
        .insert(sponsorshipBudgets)
        .values({ ...key, used: 0n, operations: 0 })
        .onConflictDoNothing()
      const [found] = await tx.select().from(sponsorshipBudgets).where(isBudget(key)).for('update')
      if (!found) throw new Error('A new budget row was not found')
      return { key, used: found.used, operations: found.operations }
    }
    const account = await lockOne('account')
    return { account, project: await lockOne('project') }
  }

  /**
   * Returns the part of a budget that the open promises for a row's nonce hold: the highest of them, because only one can be
   * used.
   *
   * @param without promise to leave out; undefined counts all
   */
  const openPart = async (tx: Transaction, row: Row, kind: Kind, without?: `0x${string}`): Promise<Part> => {
    const rows = await tx
      .select({ hash: sponsorships.hash, reserved: sponsorships.reserved })
      .from(sponsorships)
      .where(
        and(
          eq(sponsorships.chainId, row.chainId),
          eq(sponsorships.account, row.account),
          eq(sponsorships.day, row.day),
          eq(sponsorships.state, 'reserved'),
          row.nonce === null ? eq(sponsorships.hash, row.hash) : eq(sponsorships.nonce, row.nonce),
          ...(kind === 'project' ? [eq(sponsorships.projectId, row.projectId)] : []),
        ),
      )
    const open = rows.filter(({ hash }) => hash !== without).map(({ reserved }) => reserved)
    return { wei: open.reduce((most, one) => (one > most ? one : most), 0n), operations: open.length > 0 ? 1 : 0 }
  }

  /** Closes an open row, and adds its actual cost, if there is one. */
  const close = async (tx: Transaction, row: Row, end: Part, change: () => Promise<unknown>) => {
    const budgets = await lock(tx, row)
    for (const kind of ['account', 'project'] as const) {
      const { key, used, operations } = budgets[kind]
      const before = await openPart(tx, row, kind)
      const after = await openPart(tx, row, kind, row.hash)
      const wei = used - before.wei + after.wei + end.wei
      await tx
        .update(sponsorshipBudgets)
        .set({
          // A budget that was deleted meanwhile starts at zero.
          used: wei > 0n ? wei : 0n,
          operations: Math.max(0, operations - before.operations + after.operations + end.operations),
        })
        .where(isBudget(key))
    }
    await change()
  }

  const expire: Ledger['expire'] = ({ hash }) =>
    database.transaction(async (tx) => {
      const [row] = await tx.select().from(sponsorships).where(eq(sponsorships.hash, hash)).for('update')
      if (row?.state !== 'reserved') return false
      const change = { state: 'expired', endedAt: new Date(clock.now()) } as const
      await close(tx, row, { wei: 0n, operations: 0 }, () =>
        tx.update(sponsorships).set(change).where(eq(sponsorships.hash, hash)),
      )
      return true
    })

  /** Finds the open promises for the nonce of a settled operation. */
  const readRivals = async ({ chainId, account, nonce }: Row): Promise<`0x${string}`[]> => {
    if (nonce === null) return []
    const rows = await database
      .select({ hash: sponsorships.hash })
      .from(sponsorships)
      .where(
        and(
          eq(sponsorships.chainId, chainId),
          eq(sponsorships.account, account),
          eq(sponsorships.nonce, nonce),
          eq(sponsorships.state, 'reserved'),
        ),
      )
    return rows.map(({ hash }) => hash)
  }

  const readPage = async (
    { limit, after }: { limit: number; after?: `0x${string}` },
    which: readonly SQL[],
  ): Promise<OpenSponsorship[]> => {
    const rows = await database
      .select()
      .from(sponsorships)
      .where(and(...which, ...(after ? [gt(sponsorships.hash, after)] : [])))
      .orderBy(asc(sponsorships.hash))
      .limit(limit)
    return rows.map(({ hash, fromBlock, validUntil }) => ({ hash, fromBlock, validUntil: validUntil.getTime() }))
  }

  return {
    reserve: ({ hash, chainId, projectId, account, nonce, worst, validUntil, fromBlock, budgets }) => {
      const day = dayOf(clock.now())
      return database
        .transaction(async (tx) => {
          const [made] = await tx
            .insert(sponsorships)
            .values({
              ...{ hash, chainId, projectId, account, nonce, day, fromBlock },
              state: 'reserved',
              reserved: worst,
              validUntil: new Date(validUntil),
              createdAt: new Date(clock.now()),
            })
            .onConflictDoNothing()
            .returning()
          if (!made) return undefined
          const locked = await lock(tx, made)
          const most = { account: budgets.perAccountAndDay, project: budgets.perProjectAndDay }
          for (const kind of ['account', 'project'] as const) {
            const { key, used, operations } = locked[kind]
            const [before, after] = [await openPart(tx, made, kind, hash), await openPart(tx, made, kind)]
            const next = {
              used: used - before.wei + after.wei,
              operations: operations - before.operations + after.operations,
            }
            const isMore = after.operations > before.operations
            if (kind === 'account' && isMore && next.operations > budgets.operationsPerAccountAndDay) {
              throw new UsedUp('operations')
            }
            if (after.wei > before.wei && next.used > most[kind]) throw new UsedUp(kind)
            await tx.update(sponsorshipBudgets).set(next).where(isBudget(key))
          }
          return undefined
        })
        .catch((error: unknown) => {
          if (error instanceof UsedUp) return error.what
          throw error
        })
    },

    settle: async ({ hash, cost }) => {
      const settled = await database.transaction(async (tx) => {
        const [row] = await tx.select().from(sponsorships).where(eq(sponsorships.hash, hash)).for('update')
        if (!row || row.state === 'settled') return undefined
        const change = { state: 'settled', cost, endedAt: new Date(clock.now()) } as const
        await close(tx, row, { wei: cost, operations: 1 }, () =>
          tx.update(sponsorships).set(change).where(eq(sponsorships.hash, hash)),
        )
        return row
      })
      if (!settled) return false
      // The nonce is used, so other promises for it cannot be used. If the process dies here, they expire.
      for (const other of await readRivals(settled)) await expire({ hash: other })
      return true
    },

    expire,

    open: ({ chainId, ...page }) =>
      readPage(page, [eq(sponsorships.chainId, chainId), eq(sponsorships.state, 'reserved')]),

    expired: ({ chainId, since, ...page }) =>
      readPage(page, [
        eq(sponsorships.chainId, chainId),
        eq(sponsorships.state, 'expired'),
        gt(sponsorships.endedAt, new Date(since)),
      ]),

    hasHistory: async ({ chainId, account }) => {
      const [row] = await database
        .select({ hash: sponsorships.hash })
        .from(sponsorships)
        .where(
          and(
            eq(sponsorships.chainId, chainId),
            eq(sponsorships.account, account),
            eq(sponsorships.state, 'settled'),
            lt(sponsorships.day, dayOf(clock.now())),
          ),
        )
        .limit(1)
      return row !== undefined
    },

    usedToday: async ({ chainId }) => {
      const [row] = await database
        .select({ used: sql<string | null>`sum(${sponsorshipBudgets.used})` })
        .from(sponsorshipBudgets)
        .where(
          and(
            eq(sponsorshipBudgets.chainId, chainId),
            eq(sponsorshipBudgets.kind, 'project'),
            eq(sponsorshipBudgets.day, dayOf(clock.now())),
          ),
        )
      return BigInt(row?.used ?? '0')
    },

    sweep: async ({ before }) => {
      await database
        .delete(sponsorships)
        .where(
          and(
            inArray(sponsorships.state, ['settled', 'expired']),
            lt(sponsorships.day, before),
            isNotNull(sponsorships.endedAt),
          ),
        )
      await database.delete(sponsorshipBudgets).where(lt(sponsorshipBudgets.day, before))
    },
  }
}

/** Rolls back the transaction of a reservation. */
class UsedUp extends Error {
  readonly what: 'account' | 'operations' | 'project'

  constructor(what: 'account' | 'operations' | 'project') {
    super(`The budget is used up: ${what}`)
    this.what = what
  }
}

type BudgetKey = { chainId: number; kind: 'account' | 'project'; holder: string; day: string }

function isBudget({ chainId, kind, holder, day }: BudgetKey) {
  return and(
    eq(sponsorshipBudgets.chainId, chainId),
    eq(sponsorshipBudgets.kind, kind),
    eq(sponsorshipBudgets.holder, holder),
    eq(sponsorshipBudgets.day, day),
  )
}
