import { parseAccountId } from '@latchkey/protocol'
import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/db/Database.ts'
import { treasuryPayouts } from '../../treasury/schema.ts'
import type { PayoutState, PayoutStatus, Treasury } from '../../treasury/Treasury.ts'

/** A treasury that pays when the test says so. Its owed payouts are in the real table. */
export type ScriptedTreasury = Treasury & {
  /** Its balance of every token, base units. */
  free: bigint
  cost: bigint
  /** Sets the state of a payout, and notifies the listeners. */
  settle: (id: string, state: PayoutState, hash?: string) => Promise<void>
  payouts: () => Promise<(typeof treasuryPayouts.$inferSelect)[]>
}

export function createScriptedTreasury({ database }: { database: Database }): ScriptedTreasury {
  const listeners = new Set<(status: PayoutStatus) => void>()
  const read = async (id: string): Promise<PayoutStatus | undefined> => {
    const [row] = await database.select().from(treasuryPayouts).where(eq(treasuryPayouts.id, id))
    return row && { id, state: row.state, hash: row.hash ?? undefined, reason: row.reason ?? undefined }
  }
  const treasury: ScriptedTreasury = {
    accountOf: () => '0x00000000000000000000000000000000000000aa',
    readFree: async () => {
      const rows = await database.select().from(treasuryPayouts)
      const owed = rows.filter(({ state }) => state === 'waiting' || state === 'sending')
      return treasury.free - owed.reduce((sum, { amount }) => sum + amount, 0n)
    },
    estimateCost: async () => treasury.cost,
    owe: async (tx, { id, asset, amount, receiver, isRehearsal = false }) => {
      const { chainId } = parseAccountId(asset)
      const times = { createdAt: new Date(), giveUpAt: new Date() }
      await tx
        .insert(treasuryPayouts)
        .values({ ...{ id, chainId, asset, amount, receiver, isRehearsal }, account: 'a', state: 'waiting', ...times })
        .onConflictDoNothing()
    },
    read,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    wake: () => {},
    start: () => {},
    stop: async () => {},
    checks: () => [],
    free: 10n ** 30n,
    cost: 0n,
    settle: async (id, state, hash) => {
      const isThere = state === 'mined' || state === 'final'
      const change = { state, hash: isThere ? (hash ?? `0x${id}${id}`) : null }
      await database.update(treasuryPayouts).set(change).where(eq(treasuryPayouts.id, id))
      const status = await read(id)
      if (status) for (const listener of listeners) listener(status)
    },
    payouts: () => database.select().from(treasuryPayouts),
  }
  return treasury
}
