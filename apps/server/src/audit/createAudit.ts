import type { Clock } from '../platform/clock/Clock.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Audit } from './Audit.ts'
import { appendEntry } from './appendEntry.ts'
import { createAuditKeys } from './auditKeys.ts'
import { verifyAudit } from './verifyAudit.ts'

/** Number of chains for users. Entries without a user are in chain 0. */
const userChains = 16

/**
 * Creates the log. Write its entries last in a transaction, because they lock the chain until the end.
 *
 * @param options.sealer its root is the source of the log's keys
 * @example
 * await database.transaction(async (tx) => {
 *   …
 *   await audit.record(tx, { event: 'wallet.created', userId, deviceId })
 * })
 */
export function createAudit({ clock, sealer }: { clock: Clock; sealer: Pick<Sealer, 'mac'> }): Audit {
  const keys = createAuditKeys({ sealer })
  return {
    record: (tx, { event, userId, deviceId, data = {} }) =>
      appendEntry({ tx, clock, keys, entry: { chain: chainOf(userId), event, userId, deviceId, data } }),

    verify: (database, { since = [], anchors = [] } = {}) =>
      database.transaction((tx) => verifyAudit({ tx, keys, since, anchors }), {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      }),

    anchor: (heads) => {
      const sorted = heads.toSorted((a, b) => a.chain - b.chain)
      const contents = { at: new Date(clock.now()).toISOString(), heads: sorted, keyId: keys.keyId }
      return { ...contents, mac: Buffer.from(keys.signAnchor(contents)).toString('hex') }
    },
  }
}

function chainOf(userId: string | null): number {
  return userId === null ? 0 : 1 + (Number.parseInt(userId.slice(-2), 16) % userChains)
}
