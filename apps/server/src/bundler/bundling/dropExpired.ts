import type { ChainScope } from '../ChainScope.ts'
import { findExpired } from '../store/operationStore.ts'
import { drop } from './sortOut.ts'

/** Drops expired operations, and those whose fees were too low for too long. */
export async function dropExpired(scope: ChainScope): Promise<void> {
  const { context, chainId, timing } = scope
  const now = context.clock.now()
  const expired = await findExpired(context.database, { chainId, now, receivedBefore: now - timing.patience })
  for (const stored of expired) {
    const isOver = stored.validUntil !== 0 && stored.validUntil * 1000 < now
    await drop(scope, stored, isOver ? 'The operation expired' : 'The operation waited too long: its fees are too low')
  }
}
