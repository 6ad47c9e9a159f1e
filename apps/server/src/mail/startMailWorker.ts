import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import { mailChannel } from './announceMail.ts'
import { mailContext, type StoredMail } from './createMailer.ts'
import type { MailTransport } from './createMailTransport.ts'
import { renderMail } from './renderMail.ts'
import { emailOutbox } from './schema.ts'

type Row = typeof emailOutbox.$inferSelect

/** Mails that are handed over at once. */
const batch = 10

/** Milliseconds: a worker that died gives its mails back after the lease; looks without news; the first and the longest pause. */
const lease = 60_000
const interval = 1_000
const firstPause = 2_000
const longestPause = 120_000

/**
 * Starts what empties the outbox; it ends with the context's shutdown, after the mails that it has in hand. Several processes may
 * run one each: a row is leased to one of them. A mail may leave twice when a process dies between the mail server's answer and
 * the deletion of the row; both then have one Message-ID.
 */
export async function startMailWorker({
  context: { database, bus, clock, log, shutdown },
  sealer,
  transport,
}: {
  context: Pick<Context, 'database' | 'bus' | 'clock' | 'log' | 'shutdown'>
  sealer: Sealer
  transport: MailTransport
}): Promise<void> {
  let isOver = false
  let hasNews = true
  let resume = () => {}
  const wake = () => {
    hasNews = true
    resume()
  }

  const take = (): Promise<Row[]> => {
    const now = new Date(clock.now())
    return database
      .update(emailOutbox)
      .set({ leasedUntil: new Date(now.getTime() + lease), tries: sql`${emailOutbox.tries} + 1` })
      .where(
        inArray(
          emailOutbox.id,
          sql`(select id from ${emailOutbox} where due_at <= ${now.toISOString()}::timestamptz
            and (leased_until is null or leased_until <= ${now.toISOString()}::timestamptz)
            and expires_at > ${now.toISOString()}::timestamptz and not failed
            order by due_at limit ${batch} for update skip locked)`,
        ),
      )
      .returning()
  }

  const send = async (row: Row) => {
    const { id, template, language } = row
    try {
      const sealed = { box: row.sealed, kekId: row.kekId }
      const plaintext = await sealer.open({ sealed, context: mailContext({ id, template }) })
      const { to, contents, askedAt } = JSON.parse(Buffer.from(plaintext).toString()) as StoredMail
      await transport.send({ id, to, mail: renderMail({ template, language, contents, askedAt }) })
      await database.delete(emailOutbox).where(eq(emailOutbox.id, id))
    } catch (error) {
      await postpone(row, error)
    }
  }

  const postpone = async ({ id, template, tries }: Row, error: unknown) => {
    const reason = describe(error)
    // The mail server says that it will never take it.
    const isFinal = typeof reason.status === 'number' && reason.status >= 500 && reason.code === 'EENVELOPE'
    const pause = Math.min(longestPause, firstPause * 2 ** Math.min(tries - 1, 10))
    log.warn({ mail: id, template, tries, ...reason, isFinal }, 'A mail was not taken by the mail server')
    await database
      .update(emailOutbox)
      .set({
        leasedUntil: null,
        dueAt: new Date(clock.now() + pause),
        lastError: [reason.code, reason.status].filter((part) => part !== undefined).join(' '),
        failed: isFinal,
      })
      .where(eq(emailOutbox.id, id))
  }

  /** What ran out goes, and is counted, because it means that visitors waited in vain. */
  const sweep = async () => {
    const gone = await database
      .delete(emailOutbox)
      .where(lt(emailOutbox.expiresAt, new Date(clock.now())))
      .returning({ id: emailOutbox.id, failed: emailOutbox.failed })
    if (gone.length > 0) log.error({ mails: gone.length }, 'Mails ran out before the mail server took them')
  }

  const run = async () => {
    while (!isOver) {
      hasNews = false
      try {
        const rows = await take()
        await Promise.all(rows.map(send))
        if (rows.length === batch) continue
        await sweep()
      } catch (error) {
        log.error({ err: error }, 'The outbox could not be read')
      }
      if (hasNews || isOver) continue
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        resume = resolve
        timer = setTimeout(resolve, interval)
      })
      clearTimeout(timer)
    }
  }

  const stopListening = await bus.subscribe(mailChannel, wake)
  const running = run()
  shutdown.add('mail', async () => {
    isOver = true
    wake()
    await running
    await stopListening().catch(() => {})
    transport.close()
  })
}

/** What may be logged of a mail server's refusal: its words repeat the receiver's address. */
function describe(error: unknown): { code: string; status?: number } {
  if (!(error instanceof Error)) return { code: 'unknown' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined
  return status === undefined ? { code } : { code, status }
}
