import type { Context } from '../platform/context.ts'
import { deleteOld } from './sessionStore.ts'

/** Milliseconds between two looks. */
const interval = 600_000
/** Milliseconds for which sign-ins are kept once they ended. */
const keptFor = 86_400_000
/** Milliseconds for which a used nonce is kept once it is no longer good: clocks of several processes differ. */
const nonceKeptFor = 600_000

/** Deletes nonces and sign-ins that nobody can use any more, every ten minutes until the server ends. */
export function startSiwxSweep({
  context: { clock, database, log, shutdown },
}: {
  context: Pick<Context, 'clock' | 'database' | 'log' | 'shutdown'>
}): { sweep: () => Promise<void> } {
  const sweep = () => {
    const now = clock.now()
    const times = { sessionsBefore: new Date(now - keptFor), noncesBefore: new Date(now - nonceKeptFor) }
    return deleteOld(database, times)
  }
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = sweep().catch((error) => log.warn({ err: error }, 'Old sign-ins were not deleted'))
  }, interval)
  timer.unref()
  shutdown.add('sign-in sweep', async () => {
    clearInterval(timer)
    await running
  })
  return { sweep }
}
