import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { tableOwners } from './tableOwners.ts'

/**
 * Tables with restricted rights: even the wallet's process cannot change its log, and the API cannot choose the accounts for which the
 * operator pays.
 */
const lesser: Readonly<Record<string, Partial<Record<'wallet' | 'api', string>>>> = {
  audit_log: { wallet: 'select, insert' },
  embedded_owners: { api: 'select' },
}

/**
 * Returns the SQL that grants two database roles the rights of the two processes, and revokes all others. It can be repeated, and must be
 * after each migration.
 *
 * @param options.wallet, options.api names of existing roles that own no table
 * @throws Error with a sentence for an invalid name
 */
export function writeGrants({ wallet, api }: { wallet: string; api: string }): string {
  const lines = ['begin;']
  for (const [process, role] of [
    ['wallet', quote(wallet)],
    ['api', quote(api)],
  ] as const) {
    lines.push(
      `grant usage on schema public, drizzle to ${role};`,
      `revoke create on schema public from public, ${role};`,
      `grant select on drizzle.__drizzle_migrations to ${role};`,
    )
    for (const { table, name, owner } of tableOwners) {
      lines.push(`revoke all on ${quote(name)} from public, ${role};`)
      if (owner !== process && owner !== 'both') continue
      lines.push(`grant ${lesser[name]?.[process] ?? 'select, insert, update, delete'} on ${quote(name)} to ${role};`)
      for (const sequence of sequencesOf(table))
        lines.push(`grant usage, select on sequence ${quote(sequence)} to ${role};`)
    }
  }
  lines.push(
    // Both processes store keys in one table. Neither can read or insert those of the other.
    'alter table signing_keys enable row level security;',
    'drop policy if exists latchkey_wallet on signing_keys;',
    'drop policy if exists latchkey_api on signing_keys;',
    `create policy latchkey_wallet on signing_keys to ${quote(wallet)} using (purpose = 'wallet') with check (purpose = 'wallet');`,
    `create policy latchkey_api on signing_keys to ${quote(api)} using (purpose = 'siwx') with check (purpose = 'siwx');`,
    'commit;',
  )
  return `${lines.join('\n')}\n`
}

function sequencesOf(table: PgTable): string[] {
  const { name, columns } = getTableConfig(table)
  return columns.filter(({ columnType }) => /Serial/.test(columnType)).map((column) => `${name}_${column.name}_seq`)
}

function quote(name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(name)) throw new Error(`"${name}" is not the name of a database role`)
  return `"${name}"`
}
