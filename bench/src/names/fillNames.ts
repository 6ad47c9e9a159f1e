import { createHash } from 'node:crypto'
import type pg from 'pg'
import { words } from '../../../apps/server/src/names/suggestions/words.ts'

/** The zone of the names that are filled in. */
export const zone = 'latchkey.eth'

/** The label of the n-th name: a word and the number, which is hexadecimal, so that none looks like another. */
export const labelOf = (index: number): string => `${words[index % words.length]}-${index.toString(16)}`

/** The address that the n-th name stands for, lower case. */
export const addressOf = (index: number): `0x${string}` =>
  `0x${createHash('sha256').update(String(index)).digest('hex').slice(0, 40)}`

/**
 * Fills the registry's tables with a range of names, as its transactions would. Each has an owner who signed with a key, and an address for
 * Ethereum. One in ten has an address for another network, and every other one a text.
 *
 * @param options.from number of the first one
 * @param options.to number behind the last one
 * @returns rows per second, both tables
 */
export async function fillNames({
  client,
  projectId,
  from,
  to,
}: {
  client: pg.Client
  projectId: string
  from: number
  to: number
}): Promise<number> {
  const start = performance.now()
  const filled = await client.query(
    `insert into names (name, zone, skeleton, project_id, owner, owner_coin_type, owner_proof, attributes, registered_at, updated_at)
    select label || '.' || $1, $1, replace(replace(translate(label, '01i', 'oll'), 'w', 'vv'), 'm', 'rn') || '.' || $1,
      $2, owner, 60, 'key', case when i % 2 = 0 then jsonb_build_object('url', 'https://' || label || '.example') else '{}'::jsonb end,
      at, at
    from (
      select i, ($3::text[])[1 + i % cardinality($3::text[])] || '-' || to_hex(i) as label,
        substr(sha256(i::text::bytea), 1, 20) as owner, now() - make_interval(secs => $5 - i) as at
      from generate_series($4::int, $5::int - 1) as i
    ) as numbered`,
    [zone, projectId, [...words], from, to],
  )
  const addresses = await client.query(
    `insert into name_addresses (name, coin_type, address, proof, created_at)
    select ($3::text[])[1 + i % cardinality($3::text[])] || '-' || to_hex(i) || '.' || $1, coin_type,
      case when coin_type = 60 then substr(sha256(i::text::bytea), 1, 20) else substr(sha256(('a' || i)::bytea), 1, 20) end,
      case when coin_type = 60 then 'key' else 'contract' end, now() - make_interval(secs => $5 - i)
    from generate_series($4::int, $5::int - 1) as i, (values (60::bigint), (2147483658)) as types (coin_type)
    where coin_type = $2 or i % 10 = 0`,
    [zone, 60, [...words], from, to],
  )
  const seconds = (performance.now() - start) / 1000
  // Statistics as they are on a database that has run for a while.
  await client.query('vacuum analyze names')
  await client.query('vacuum analyze name_addresses')
  return ((filled.rowCount ?? 0) + (addresses.rowCount ?? 0)) / seconds
}
