import type { ChainScope } from '../ChainScope.ts'
import { findExpired } from '../store/operationStore.ts'
import { drop } from './sortOut.ts'

/** Gives up operations whose time is over, and those that waited too long for fees that nobody asks any more. */
export async function dropExpired(scope: ChainScope): Promise<void> {
  const { context, chainId, timing } = scope
  const now = context.clock.now()
  const expired = await findExpired(context.database, { chainId, now, receivedBefore: now - timing.patience })
  for (const stored of expired) {
    const isOver = stored.validUntil !== 0 && stored.validUntil * 1000 < now
    await drop(scope, stored, isOver ? 'Its time is over' : 'It waited too long: what it offers for gas is too little')
  }
}
