import { randomUUID } from 'node:crypto'
import type { Context } from '../platform/context.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Mailer, MailTemplate } from './Mailer.ts'
import { emailOutbox } from './schema.ts'

/** Content of a sealed email in the outbox. */
export type StoredMail = {
  to: string
  contents: Record<string, string | number>
  /** ISO 8601 time of the request. */
  askedAt: string
}

/** Returns the sealing context of an email. */
export function mailContext({ id, template }: { id: string; template: string }): string {
  return `mail:${id}:${template}`
}

/** Creates the mailer. It seals receiver and contents, so that a copy of the database reveals neither. */
export function createMailer({
  context: { clock },
  sealer,
}: {
  context: Pick<Context, 'clock'>
  sealer: Sealer
}): Mailer {
  return {
    enqueue: async (tx, { to, template, contents, language, ttl }) => {
      const id = randomUUID()
      const now = clock.now()
      const mail: StoredMail = { to, contents, askedAt: new Date(now).toISOString() }
      const { box, kekId } = await sealer.seal({
        plaintext: Buffer.from(JSON.stringify(mail)),
        context: mailContext({ id, template: template satisfies MailTemplate }),
      })
      await tx.insert(emailOutbox).values({
        id,
        template,
        language,
        sealed: box,
        kekId,
        dueAt: new Date(now),
        expiresAt: new Date(now + ttl * 1000),
      })
    },
  }
}
