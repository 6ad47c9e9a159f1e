import type { EvmAddress } from '@latchkey/protocol'
import { and, asc, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { sponsorshipBudgets, sponsorships } from './schema.ts'

/** How much may be promised in a day. Amounts in wei. */
export type Budgets = {
  perAccountAndDay: bigint
  perProjectAndDay: bigint
  operationsPerAccountAndDay: number
}

/** A promise that the chain may still call in. */
export type OpenSponsorship = {
  hash: `0x${string}`
  fromBlock: number
  /** Unix milliseconds. */
  validUntil: number
}

/** The ledger of what the operator pays for. Every row ends once, settled or expired, whoever asks and how often. */
export type Ledger = {
  /**
   * Takes the worst case out of the budgets of today (UTC), or nothing at all.
   *
   * @returns what is used up; undefined when it was reserved, also when this very operation was reserved before
   */
  reserve: (options: {
    hash: `0x${string}`
    chainId: number
    projectId: string
    account: EvmAddress
    /** Wei. */
    worst: bigint
    /** Unix milliseconds. */
    validUntil: number
    fromBlock: number
    budgets: Budgets
  }) => Promise<'account' | 'operations' | 'project' | undefined>
  /** The chain took it. What was thought expired is settled as well: the chain's word wins. Tells whether this call did it. */
  settle: (options: { hash: `0x${string}`; cost: bigint }) => Promise<boolean>
  /** Gives the budget back. Only for what the chain cannot take any more. Tells whether this call did it. */
  expire: (options: { hash: `0x${string}` }) => Promise<boolean>
  /** What is still open, oldest first. */
  open: (options: { chainId: number; limit: number; after?: `0x${string}` }) => Promise<OpenSponsorship[]>
  /** Wei of today: reserved and settled, over all projects of the chain. */
  usedToday: (options: { chainId: number }) => Promise<bigint>
  /** Forgets what ended, and budgets of days, before a day (UTC). Rows that are open stay. */
  sweep: (options: { before: string }) => Promise<void>
}

/** The day of a moment, UTC: `2026-01-31`. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

/** Creates the ledger on the database; several processes share it. */
export function createLedger({ database, clock }: Pick<Context, 'database' | 'clock'>): Ledger {
  type Holder = { kind: 'account' | 'project'; holder: string }

  /** Adds to a budget, if it is not more than the limit then. The row is locked until the transaction ends, so that two never share the last of it. */
  const take = async (
    tx: Transaction,
    { kind, holder }: Holder,
    { chainId, day, worst }: { chainId: number; day: string; worst: bigint },
    { limit, operations }: { limit: bigint; operations: number },
  ): Promise<'taken' | 'used' | 'operations'> => {
    const key = { chainId, kind, holder, day }
    await tx
      .insert(sponsorshipBudgets)
      .values({ ...key, used: 0n, operations: 0 })
      .onConflictDoNothing()
    const [row] = await tx.select().from(sponsorshipBudgets).where(isBudget(key)).for('update')
    if (!row) throw new Error('A budget that was just written is not there')
    if (row.operations + 1 > operations) return 'operations'
    if (row.used + worst > limit) return 'used'
    await tx
      .update(sponsorshipBudgets)
      .set({ used: row.used + worst, operations: row.operations + 1 })
      .where(isBudget(key))
    return 'taken'
  }

  /** Corrects both budgets of a row: by what was not needed (negative), or by what came after all. */
  const correct = async (
    tx: Transaction,
    row: typeof sponsorships.$inferSelect,
    { wei, operations }: { wei: bigint; operations: number },
  ) => {
    const holders: Holder[] = [
      { kind: 'account', holder: row.account },
      { kind: 'project', holder: row.projectId },
    ]
    for (const { kind, holder } of holders) {
      const key = { chainId: row.chainId, kind, holder, day: row.day }
      await tx
        .update(sponsorshipBudgets)
        .set({
          used: sql`greatest(${sponsorshipBudgets.used} + ${wei.toString()}::numeric, 0)`,
          operations: sql`greatest(${sponsorshipBudgets.operations} + ${operations}, 0)`,
        })
        .where(isBudget(key))
    }
  }

  return {
    reserve: ({ hash, chainId, projectId, account, worst, validUntil, fromBlock, budgets }) => {
      const day = dayOf(clock.now())
      return database
        .transaction(async (tx) => {
          const [made] = await tx
            .insert(sponsorships)
            .values({
              ...{ hash, chainId, projectId, account, day, fromBlock },
              state: 'reserved',
              reserved: worst,
              validUntil: new Date(validUntil),
              createdAt: new Date(clock.now()),
            })
            .onConflictDoNothing()
            .returning({ hash: sponsorships.hash })
          if (!made) return undefined
          // Always in this order, so that no two transactions wait for each other.
          const parts = { chainId, day, worst }
          const byAccount = await take(tx, { kind: 'account', holder: account.toLowerCase() }, parts, {
            limit: budgets.perAccountAndDay,
            operations: budgets.operationsPerAccountAndDay,
          })
          if (byAccount !== 'taken') throw new UsedUp(byAccount === 'used' ? 'account' : 'operations')
          const byProject = await take(tx, { kind: 'project', holder: projectId }, parts, {
            limit: budgets.perProjectAndDay,
            operations: Number.MAX_SAFE_INTEGER,
          })
          if (byProject !== 'taken') throw new UsedUp('project')
          return undefined
        })
        .catch((error: unknown) => {
          if (error instanceof UsedUp) return error.what
          throw error
        })
    },

    settle: ({ hash, cost }) =>
      database.transaction(async (tx) => {
        const [row] = await tx.select().from(sponsorships).where(eq(sponsorships.hash, hash)).for('update')
        if (!row || row.state === 'settled') return false
        const wasExpired = row.state === 'expired'
        await tx
          .update(sponsorships)
          .set({ state: 'settled', cost, endedAt: new Date(clock.now()) })
          .where(eq(sponsorships.hash, hash))
        await correct(tx, row, { wei: wasExpired ? cost : cost - row.reserved, operations: wasExpired ? 1 : 0 })
        return true
      }),

    expire: ({ hash }) =>
      database.transaction(async (tx) => {
        const [row] = await tx
          .update(sponsorships)
          .set({ state: 'expired', endedAt: new Date(clock.now()) })
          .where(and(eq(sponsorships.hash, hash), eq(sponsorships.state, 'reserved')))
          .returning()
        if (!row) return false
        await correct(tx, row, { wei: -row.reserved, operations: -1 })
        return true
      }),

    open: async ({ chainId, limit, after }) => {
      const rows = await database
        .select()
        .from(sponsorships)
        .where(
          and(
            eq(sponsorships.chainId, chainId),
            eq(sponsorships.state, 'reserved'),
            ...(after ? [gt(sponsorships.hash, after)] : []),
          ),
        )
        .orderBy(asc(sponsorships.hash))
        .limit(limit)
      return rows.map(({ hash, fromBlock, validUntil }) => ({ hash, fromBlock, validUntil: validUntil.getTime() }))
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

/** Undoes the transaction of a reservation. */
class UsedUp extends Error {
  readonly what: 'account' | 'operations' | 'project'

  constructor(what: 'account' | 'operations' | 'project') {
    super(`The budget is used up: ${what}`)
    this.what = what
  }
}

function isBudget({
  chainId,
  kind,
  holder,
  day,
}: {
  chainId: number
  kind: 'account' | 'project'
  holder: string
  day: string
}) {
  return and(
    eq(sponsorshipBudgets.chainId, chainId),
    eq(sponsorshipBudgets.kind, kind),
    eq(sponsorshipBudgets.holder, holder),
    eq(sponsorshipBudgets.day, day),
  )
}
