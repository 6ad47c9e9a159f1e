import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { and, inArray, sql } from 'drizzle-orm'
import { auditAnchors, auditHeads, auditLog } from '../audit/schema.ts'
import { allSealedTables } from '../keyRotation/allSealedTables.ts'
import { countSealedRows } from '../keyRotation/countSealedRows.ts'
import { createKeyRotation } from '../keyRotation/createKeyRotation.ts'
import { addKey, findKeyFile, removeKey } from '../keyRotation/keyFile.ts'
import { isPublicServer } from '../platform/config/isPublicServer.ts'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { Context } from '../platform/context.ts'
import { keyId, keyIdOfSealed } from '../platform/crypto/createSealer.ts'
import { hasOwnKey, readSealerKeys, type SealerKeysOf } from '../platform/crypto/readSealerKeys.ts'
import { openSealers } from '../sealing/openSealers.ts'
import { sealingRoots } from '../sealing/schema.ts'
import { type CommandCall, openCommandContext } from './openCommandContext.ts'

/** Usage of the command, for `--help` and wrong arguments. */
export const keysUsage = `LATCHKEY_CONFIG=… npm run -w apps/server keys -- <command> [--of wallet|siwx|smartAccounts]
  status             which keys there are, and how many rows are under each
  rotate             puts a new key above the others of the key file; restart the server then
  reseal             seals all rows under the newest keys; the running server does so, too
  retire <id>        takes a key out of the key file, once no row is under it (--yes: on the embedded database of a public server)
  abandon <id> --yes deletes the rows under a key that is lost for good`

const purposes = ['wallet', 'siwx', 'smartAccounts'] as const

type Call = {
  context: Context
  env: Readonly<Record<string, string | undefined>>
  of: SealerKeysOf
  id: string | undefined
  isSure: boolean
  say: (line: string) => void
}

const commands: Readonly<Record<string, (call: Call) => Promise<boolean>>> = { status, rotate, reseal, retire, abandon }

/**
 * `npm run -w apps/server keys`: shows, rotates and retires the keys that seal rows.
 *
 * @param options.say called with the result: JSON for `status` and `reseal`, else a sentence
 * @returns whether everything is done, for the exit code
 * @throws Error with a sentence
 */
export async function runKeysCommand({
  args,
  env,
  say,
  note,
}: CommandCall & {
  args: readonly string[]
  say: (line: string) => void
}): Promise<boolean> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { of: { type: 'string', default: 'wallet' }, yes: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [name = '', id] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const of = purposes.find((one) => one === values.of)
  if (!command || !of) throw new Error(`Use: ${keysUsage}`)
  return openCommandContext({ env, note, of }, (context) => command({ context, env, of, id, isSure: values.yes, say }))
}

async function status({ context, env, of, say }: Call): Promise<boolean> {
  const keys = await readSealerKeys({ config: context.config, env, of })
  const counts = await countSealedRows(context.database, tablesOf(of))
  const ids = [...new Set([...keys.map(keyId), ...counts.map(({ kekId }) => keyIdOfSealed(kekId))])]
  const known = ids.map((id) => {
    const place = keys.findIndex((key) => keyId(key) === id)
    const rows = counts.filter(({ kekId }) => keyIdOfSealed(kekId) === id)
    const state = place === 0 ? 'newest' : place > 0 ? 'older' : 'missing'
    return { id, state, rows: Object.fromEntries(rows.map(({ table, rows: some }) => [table.name, some])) }
  })
  say(JSON.stringify({ of, keys: known }, null, 2))
  return known.every(({ state }) => state !== 'missing')
}

async function rotate({ context: { config }, env, of, say }: Call): Promise<boolean> {
  const path = await findKeyFile({ config, env, of })
  const id = await addKey({ path })
  say(
    `${path} has a new key on top: ${id}. Copy the file to its backup, then restart the server: it seals all rows under it.`,
  )
  return true
}

async function reseal({ context, env, say }: Call): Promise<boolean> {
  const rotation = createKeyRotation({ context, sealers: await openSealers({ context, env }) })
  await rotation.requireKeys()
  let report = await rotation.reseal()
  // Rows that another process changed meanwhile are done, or found now.
  while (report.missed > 0) report = await rotation.reseal()
  say(JSON.stringify(report))
  return report.unopened === 0
}

async function retire({ context, env, of, id, isSure, say }: Call): Promise<boolean> {
  if (!id) throw new Error(`Use: ${keysUsage}`)
  const { config, database } = context
  if (!config.database.url && isPublicServer(config) && !isSure)
    throw new Error(
      `database.url: found nothing, so this is the embedded database in ${resolve(config.dataFolder)}. If the server uses PostgreSQL, set DATABASE_URL. If the server uses this one, repeat the command with --yes.`,
    )
  const path = await findKeyFile({ config, env, of })
  const [newest] = await readSealerKeys({ config, env, of })
  if (newest && keyId(newest) === id) throw new Error(`Key ${id} is the newest one: rotate first.`)
  const counts = await countSealedRows(database, allSealedTables)
  // The keys of one purpose may have sealed rows of another purpose that had none.
  const under = counts.filter(({ kekId }) => keyIdOfSealed(kekId) === id)
  if (under.length > 0) {
    const list = under.map(({ table, rows }) => `${rows} in ${table.name}`).join('; ')
    throw new Error(`Key ${id} is still needed: ${list}. Run: npm run -w apps/server keys -- reseal`)
  }
  // Without a row under another key of this server, the database may be the wrong one.
  const kept = new Set((await readAllKeys({ config, env })).map(keyId).filter((one) => one !== id))
  if (!counts.some(({ kekId }) => kept.has(keyIdOfSealed(kekId))))
    throw new Error(
      `No row of this database is under a key of this configuration. Set DATABASE_URL to the database of the server.`,
    )
  await removeKey({ path, id })
  say(
    `Key ${id} is out of ${path}, and no row needs it. Delete it from the backup of the file, too, and restart the server.`,
  )
  return true
}

/** Reads the keys of all purposes that have their own. */
async function readAllKeys({ config, env }: Pick<Call, 'env'> & { config: ServerConfig }): Promise<Uint8Array[]> {
  const own = purposes.filter((of) => hasOwnKey(config, of))
  return (await Promise.all(own.map((of) => readSealerKeys({ config, env, of })))).flat()
}

async function abandon({ context, env, of, id, isSure, say }: Call): Promise<boolean> {
  if (!id || !isSure) throw new Error(`Use: ${keysUsage}`)
  const { config, database } = context
  if ((await readSealerKeys({ config, env, of })).some((key) => keyId(key) === id))
    throw new Error(`Key ${id} exists: its rows are not lost.`)
  const counts = await countSealedRows(database, tablesOf(of))
  const lost = counts.filter(({ kekId }) => keyIdOfSealed(kekId) === id)
  await database.transaction(async (tx) => {
    for (const { table } of lost) {
      const ids = [id, ...counts.map(({ kekId }) => kekId).filter((kekId) => keyIdOfSealed(kekId) === id)]
      await tx.delete(table.table).where(and(inArray(table.kekId, ids), table.where))
    }
    // Without the root the keys of the audit log are lost: its entries can be kept, but not verified any more.
    if (lost.some(({ table }) => table.table === sealingRoots)) {
      const archive = sql.identifier(`audit_log_${id}`)
      await tx.execute(sql`create table ${archive} as table ${auditLog}`)
      for (const table of [auditLog, auditHeads, auditAnchors]) await tx.delete(table)
    }
  })
  say(JSON.stringify({ deleted: Object.fromEntries(lost.map(({ table, rows }) => [table.name, rows])) }))
  return true
}

function tablesOf(of: SealerKeysOf) {
  return allSealedTables.filter((table) => (table.of ?? 'wallet') === of)
}
