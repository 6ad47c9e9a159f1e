import { join } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'
import { takeProcessLock } from '../../../../scripts/lib/processLock.mjs'

/**
 * Locks a folder for this process. It ignores the lock of a dead process.
 *
 * @returns Function that releases the lock.
 * @throws LatchkeyError `data_folder_locked` if another running process has the lock.
 */
export function lockFolder({ folder }: { folder: string }): () => void {
  const { heldBy, release } = takeProcessLock(join(folder, 'lock'))
  if (release) return release
  throw new ServiceError('data_folder_locked', {
    message: `The local chains in ${folder} are in use by another Latchkey process (${heldBy})`,
  })
}
