import { lt } from 'drizzle-orm'
import { handovers } from '../deviceTransfers/schema.ts'
import { sweepEmailChanges } from '../emailChange/sweepEmailChanges.ts'
import { sweepNewWalletAsks } from '../newWallets/createNewWalletService.ts'
import { passkeyChallenges } from '../passkeys/schema.ts'
import type { Context } from '../platform/context.ts'
import { sweepAttempts } from '../social/attemptStore.ts'
import { sweepArchives } from '../vaults/archiveStore.ts'
import { sweepPasswordTries } from '../vaults/passwordTries.ts'

/** Milliseconds between two sweeps. */
const interval = 10 * 60 * 1000

/**
 * Deletes expired rows every ten minutes until the shutdown. This covers challenges, device transfers, changes of addresses, provider
 * logins, replaced epochs of wallets, tries of passwords and requests for new wallets.
 */
export function startSweep({
  context: { database, clock, log, shutdown },
}: {
  context: Pick<Context, 'database' | 'clock' | 'log' | 'shutdown'>
}): { sweep: () => Promise<void> } {
  const sweep = async () => {
    const now = new Date(clock.now())
    await database.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now))
    await database.delete(handovers).where(lt(handovers.expiresAt, now))
    await sweepEmailChanges({ database, now })
    await sweepAttempts({ database, now })
    await sweepPasswordTries({ database, now })
    await sweepArchives({ database, now })
    await sweepNewWalletAsks({ database, now })
  }
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = sweep().catch((error) => log.warn({ err: error }, 'Deleting expired rows of the wallet failed'))
  }, interval)
  timer.unref()
  shutdown.add('wallet sweep', async () => {
    clearInterval(timer)
    await running
  })
  return { sweep }
}
