import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/Database.ts'
import type { StoredMessage } from '../RelayStore.ts'
import type { Letter } from './Letter.ts'
import type { Mailboxes } from './Mailboxes.ts'

/** Rows per read when the mailboxes are opened. */
const rowsPerPage = 20_000

/** Rows that one statement of a sweep deletes. */
const rowsPerSweep = 5_000

/** Content of one statement, with every letter and every subscription once. */
export type RowChanges = {
  added: readonly Letter[]
  changed: readonly Letter[]
  subscriptions: readonly { topic: string; clientId: string; endsAt: number | undefined }[]
}

/**
 * Makes this process the keeper of the mailboxes.
 *
 * @param options.epoch its previous epoch; if another process has taken over since, the result is undefined
 * @returns its epoch
 */
export async function takeMailboxes(
  database: Database,
  { epoch }: { epoch?: number | undefined } = {},
): Promise<number | undefined> {
  const { rows } =
    epoch === undefined
      ? await database.execute<{ epoch: string }>(sql`insert into relay_keepers (id, epoch) values (1, 1)
          on conflict (id) do update set epoch = relay_keepers.epoch + 1 returning epoch`)
      : await database.execute<{ epoch: string }>(
          sql`update relay_keepers set epoch = epoch + 1 where epoch = ${epoch} returning epoch`,
        )
  return rows[0] ? Number(rows[0].epoch) : undefined
}

/**
 * Writes everything or nothing, in one statement and thus one round trip.
 *
 * @returns false if another process keeps the mailboxes; then nothing was written
 */
export async function writeRows(
  database: Database,
  { epoch, added, changed, subscriptions }: RowChanges & { epoch: number },
): Promise<boolean> {
  const parts = [sql`with fence as materialized (select 1 from relay_keepers where epoch = ${epoch} for share)`]
  if (added.length > 0) {
    const rows = added.map((letter) => ({
      t: letter.topic,
      m: letter.messageId,
      s: letter.sequence,
      p: letter.publisher,
      b: letter.bytes,
      e: Math.ceil(letter.expiresAt),
      x: letter.message && toBody(letter.message),
      a: letter.acknowledgedBy && [...letter.acknowledgedBy],
    }))
    // An expired message may have come again before its row was swept.
    parts.push(sql`added as (
      insert into relay_messages (topic, message_id, sequence, publisher, bytes, expires_at, body, acknowledged_by)
      select t, m, s, p, b, e, x, a from json_to_recordset(${JSON.stringify(rows)}::json)
        as row(t text, m text, s bigint, p text, b integer, e bigint, x text, a text[])
      where exists (select 1 from fence)
      on conflict (topic, message_id) do update set sequence = excluded.sequence, publisher = excluded.publisher,
        bytes = excluded.bytes, expires_at = excluded.expires_at, body = excluded.body,
        acknowledged_by = excluded.acknowledged_by)`)
  }
  if (changed.length > 0) {
    const rows = changed.map((letter) => ({
      t: letter.topic,
      m: letter.messageId,
      d: letter.settled,
      a: letter.acknowledgedBy && [...letter.acknowledgedBy],
    }))
    parts.push(sql`changed as (
      update relay_messages as old set body = case when d then null else body end, acknowledged_by = a
      from json_to_recordset(${JSON.stringify(rows)}::json) as row(t text, m text, d boolean, a text[])
      where old.topic = t and old.message_id = m and exists (select 1 from fence))`)
  }
  const standing = subscriptions.filter(({ endsAt }) => endsAt !== undefined)
  if (standing.length > 0) {
    parts.push(sql`standing as (
      insert into relay_subscriptions (topic, client_id, ends_at)
      select topic, "clientId", "endsAt" from json_to_recordset(${JSON.stringify(standing)}::json)
        as row(topic text, "clientId" text, "endsAt" bigint)
      where exists (select 1 from fence)
      on conflict (topic, client_id) do update set ends_at = excluded.ends_at)`)
  }
  const ended = subscriptions.filter(({ endsAt }) => endsAt === undefined)
  if (ended.length > 0) {
    parts.push(sql`ended as (
      delete from relay_subscriptions as old
      using json_to_recordset(${JSON.stringify(ended)}::json) as row(topic text, "clientId" text)
      where old.topic = row.topic and old.client_id = row."clientId" and exists (select 1 from fence))`)
  }
  const { rows } = await database.execute<{ kept: number }>(
    sql`${sql.join(parts, sql`, `)} select count(*)::int as kept from fence`,
  )
  return rows[0]?.kept === 1
}

/** Restores all live entries, without the texts of the messages. @returns the letters */
export async function restoreMailboxes(
  database: Database,
  { mailboxes, now }: { mailboxes: Mailboxes; now: number },
): Promise<readonly Letter[]> {
  for (let from = { topic: '', client: '' }, more = true; more; ) {
    const { rows } = await database.execute<{ topic: string; client: string; ends: string }>(
      sql`select topic, client_id as client, ends_at as ends from relay_subscriptions
        where (topic, client_id) > (${from.topic}, ${from.client}) and ends_at > ${now}
        order by topic, client_id limit ${rowsPerPage}`,
    )
    for (const { topic, client, ends } of rows) {
      mailboxes.restore.subscription({ topic, clientId: client, endsAt: Number(ends) })
    }
    from = rows.at(-1) ?? from
    more = rows.length === rowsPerPage
  }

  const letters: Letter[] = []
  for (let from = { topic: '', id: '' }, more = true; more; ) {
    const { rows } = await database.execute<LetterRow>(
      sql`select topic, message_id as id, sequence, publisher, bytes, expires_at as ends, body is null as settled,
          acknowledged_by as had from relay_messages
        where (topic, message_id) > (${from.topic}, ${from.id}) and expires_at > ${now}
        order by topic, message_id limit ${rowsPerPage}`,
    )
    letters.push(...rows.map(toLetter))
    from = rows.at(-1) ?? from
    more = rows.length === rowsPerPage
  }
  // Include expired messages, because new sequences must be higher.
  const { rows } = await database.execute<{ last: string | null }>(
    sql`select max(sequence) as last from relay_messages`,
  )
  mailboxes.restore.sequence(Number(rows[0]?.last ?? 0))
  letters.sort((a, b) => a.sequence - b.sequence)
  for (const letter of letters) mailboxes.restore.letter(letter)
  mailboxes.restore.complete()
  return letters
}

/** Reads the texts of letters, by topic and message id. */
export async function readMessages(
  database: Database,
  { letters }: { letters: readonly Letter[] },
): Promise<Map<Letter, StoredMessage>> {
  const rows = letters.map(({ topic, messageId }) => ({ topic, id: messageId }))
  const { rows: found } = await database.execute<{ topic: string; id: string; body: string | null }>(
    sql`select topic, message_id as id, body from relay_messages
      join json_to_recordset(${JSON.stringify(rows)}::json) as row(topic text, id text)
        using (topic) where message_id = row.id`,
  )
  const bodies = new Map(found.map(({ topic, id, body }) => [topic + id, body]))
  const messages = new Map<Letter, StoredMessage>()
  for (const letter of letters) {
    const body = bodies.get(letter.topic + letter.messageId)
    if (body) messages.set(letter, toMessage(letter, body))
  }
  return messages
}

/** Deletes expired messages. @returns the number of deleted rows */
export async function sweepMessages(database: Database, { now }: { now: number }): Promise<number> {
  for (let swept = 0; ; ) {
    const { rowCount } = await database.execute(
      sql`delete from relay_messages where expires_at <= ${now} and ctid in
        (select ctid from relay_messages where expires_at <= ${now} limit ${rowsPerSweep})`,
    )
    swept += rowCount ?? 0
    if ((rowCount ?? 0) < rowsPerSweep) return swept
  }
}

/** Deletes expired subscriptions. */
export async function sweepSubscriptions(database: Database, { now }: { now: number }): Promise<void> {
  await database.execute(sql`delete from relay_subscriptions where ends_at <= ${now}`)
}

/** Frees the space of deleted rows, which the embedded database does not do automatically. */
export async function vacuumMessages(database: Database): Promise<void> {
  await database.execute(sql`vacuum relay_messages`)
}

type LetterRow = {
  topic: string
  id: string
  sequence: string
  publisher: string
  bytes: number
  ends: string
  settled: boolean
  had: string[] | null
}

function toLetter({ topic, id, sequence, publisher, bytes, ends, settled, had }: LetterRow): Letter {
  return {
    topic,
    messageId: id,
    publisher,
    sequence: Number(sequence),
    expiresAt: Number(ends),
    bytes,
    message: undefined,
    acknowledgedBy: had && had.length > 0 ? new Set(had) : undefined,
    isReadable: true,
    settled,
  }
}

function toBody({ message, tag, publishedAt, attestation }: StoredMessage): string {
  return JSON.stringify(
    attestation === undefined ? [message, tag, publishedAt] : [message, tag, publishedAt, attestation],
  )
}

function toMessage({ topic, messageId, publisher, sequence, expiresAt }: Letter, body: string): StoredMessage {
  const [message, tag, publishedAt, attestation] = JSON.parse(body) as [string, number, number, string?]
  return {
    topic,
    messageId,
    message,
    tag,
    ...(attestation === undefined ? {} : { attestation }),
    publishedAt,
    expiresAt,
    publisher,
    sequence,
  }
}
