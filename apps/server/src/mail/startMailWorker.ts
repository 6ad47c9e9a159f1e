import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import { mailChannel } from './announceMail.ts'
import { mailContext, type StoredMail } from './createMailer.ts'
import type { MailTransport } from './createMailTransport.ts'
import { renderMail } from './renderMail.ts'
import { emailOutbox } from './schema.ts'

type Row = typeof emailOutbox.$inferSelect

/** Emails that are sent at once. */
const batch = 10

/**
 * Milliseconds: the lease, after which a dead worker's emails return; the interval of polls; the first and the longest pause before a
 * retry.
 */
const lease = 60_000
const interval = 1_000
const firstPause = 2_000
const longestPause = 120_000

/**
 * Starts the worker that empties the outbox. It stops with the context's shutdown, after the emails in progress. Several processes can run
 * one each, because rows are leased. An email can be sent twice if a process dies between the mail server's reply and the deletion of the
 * row. Both then have one Message-ID.
 */
export async function startMailWorker({
  context: { database, bus, clock, log, shutdown },
  sealer,
  transport,
}: {
  context: Pick<Context, 'database' | 'bus' | 'clock' | 'log' | 'shutdown'>
  sealer: Sealer
  transport: Pick<MailTransport, 'send' | 'close'>
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
    // The mail server refuses it permanently.
    const isFinal = typeof reason.status === 'number' && reason.status >= 500 && reason.code === 'EENVELOPE'
    const pause = Math.min(longestPause, firstPause * 2 ** Math.min(tries - 1, 10))
    log.warn({ mail: id, template, tries, ...reason, isFinal }, 'The mail server refused an email')
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

  /** Deletes expired emails and reports their number, because visitors waited in vain. */
  const sweep = async () => {
    const gone = await database
      .delete(emailOutbox)
      .where(lt(emailOutbox.expiresAt, new Date(clock.now())))
      .returning({ id: emailOutbox.id, failed: emailOutbox.failed })
    if (gone.length > 0) log.error({ mails: gone.length }, 'Emails expired before the mail server accepted them')
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
        log.error({ err: error }, 'Reading the outbox failed')
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

/** Returns the loggable part of a mail server's error, whose text repeats the receiver's address. */
function describe(error: unknown): { code: string; status?: number } {
  if (!(error instanceof Error)) return { code: 'unknown' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined
  return status === undefined ? { code } : { code, status }
}
