import type { Context } from '../platform/context.ts'
import { deleteOld } from './sessionStore.ts'

/** Milliseconds between two sweeps. */
const interval = 600_000
/** Milliseconds for which ended sign-ins are stored. */
const keptFor = 86_400_000
/** Milliseconds for which an expired nonce is stored, because the clocks of processes differ. */
const nonceKeptFor = 600_000

/** Deletes expired nonces and sign-ins every ten minutes until the shutdown. */
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
    running = sweep().catch((error) => log.warn({ err: error }, 'Deleting expired sign-ins failed'))
  }, interval)
  timer.unref()
  shutdown.add('sign-in sweep', async () => {
    clearInterval(timer)
    await running
  })
  return { sweep }
}
