import type { Mailer } from '../mail/Mailer.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Notify } from './Notify.ts'
import { readContactEmail } from './readContactEmail.ts'

/** Seconds for which the outbox tries to send a notice. A late notice is better than none. */
const ttl = 3 * 24 * 60 * 60

/** Creates the sender of notices. */
export function createNotify({ mailer, sealer }: { mailer: Mailer; sealer: Sealer }): Notify {
  return async (tx, { userId, language, template, contents }) => {
    const to = await readContactEmail(tx, { userId, sealer })
    if (to !== undefined) await mailer.enqueue(tx, { to, template, contents, language, ttl })
  }
}
