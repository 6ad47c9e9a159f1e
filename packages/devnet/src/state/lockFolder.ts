import { join } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'
import { takeProcessLock } from '../../../../scripts/lib/processLock.mjs'

/**
 * Takes a folder for this process alone. The lock of a process that has died is worth nothing.
 *
 * @returns What gives it back.
 * @throws LatchkeyError `data_folder_locked` when a process that runs has it.
 */
export function lockFolder({ folder }: { folder: string }): () => void {
  const { heldBy, release } = takeProcessLock(join(folder, 'lock'))
  if (release) return release
  throw new ServiceError('data_folder_locked', {
    message: `The local chains in ${folder} are in use by another Latchkey process (${heldBy})`,
  })
}
