import { randomBytes } from 'node:crypto'
import { ServiceError } from '@latchkey/protocol/errors'
import { eq } from 'drizzle-orm'
import { closeUnkeyedAudit } from '../audit/closeUnkeyedAudit.ts'
import { identities } from '../auth/schema.ts'
import type { Context } from '../platform/context.ts'
import { createSealer, keyIdOfSealed, legacyMacRoot } from '../platform/crypto/createSealer.ts'
import { hasOwnKey, readSealerKeys, type SealerKeysOf } from '../platform/crypto/readSealerKeys.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import { sealingRoots } from './schema.ts'

const name = 'mac'

/** Sealing context of the root. */
export const rootContext = (root: string): string => `sealing-root:${root}`

/**
 * Opens the sealer of a purpose with the configured keys. The wallet's sealer reads the root of its indexes from the database, and creates
 * it on the first start. A database of an older version keeps the root of its oldest key.
 *
 * @param options.of purpose; one with separate keys also opens boxes that the wallet's keys sealed before, if this process has them
 * @throws LatchkeyError `config_invalid`, also if the key of the stored root is missing
 */
export async function openSealer({
  context: { config, database, clock },
  env = process.env,
  of = 'wallet',
}: {
  context: Pick<Context, 'config' | 'database' | 'clock'>
  env?: Readonly<Record<string, string | undefined>>
  of?: SealerKeysOf
}): Promise<Sealer> {
  const reload = () => readSealerKeys({ config, env, of })
  const keys = await reload()
  if (of !== 'wallet') {
    const others = hasOwnKey(config, of) && hasOwnKey(config, 'wallet') ? await readSealerKeys({ config, env }) : []
    return createSealer({ keys, others, reload })
  }
  const plain = createSealer({ keys, reload })
  const read = async () => {
    const [row] = await database.select().from(sealingRoots).where(eq(sealingRoots.name, name))
    if (row && !plain.knows(row.kekId))
      throw new ServiceError('config_invalid', {
        message: `wallet.keyFile: key ${keyIdOfSealed(row.kekId)} is missing, which sealed rows need. Put it back below the newest; If it is lost, see docs/runbooks/key-lost.md.`,
      })
    return row && plain.open({ sealed: { box: row.sealedRoot, kekId: row.kekId }, context: rootContext(name) })
  }
  const found = await read()
  if (found) return createSealer({ keys, reload, macRoot: found })

  const isOld = (await database.select({ id: identities.id }).from(identities).limit(1)).length > 0
  const root = isOld ? legacyMacRoot(keys) : new Uint8Array(randomBytes(32))
  const { box, kekId } = await plain.seal({ plaintext: root, context: rootContext(name) })
  const row = { name, sealedRoot: box, kekId, createdAt: new Date(clock.now()) }
  // Of several processes that start together one wins, and all use its root.
  await database.transaction(async (tx) => {
    const made = await tx.insert(sealingRoots).values(row).onConflictDoNothing().returning({ name: sealingRoots.name })
    if (made.length > 0) await closeUnkeyedAudit({ tx, clock, sealer: createSealer({ keys, macRoot: root }) })
  })
  return createSealer({ keys, reload, macRoot: await read() })
}
