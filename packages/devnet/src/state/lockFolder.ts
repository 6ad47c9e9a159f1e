import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'
import { isRunning, markProcess, parseMark } from './ProcessMark.ts'

/**
 * Takes a folder for this process alone. The lock of a process that has died is worth nothing.
 *
 * @returns What gives it back.
 * @throws LatchkeyError `data_folder_locked` when a process that runs has it.
 */
export async function lockFolder({ folder }: { folder: string }): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'lock')
  const mark = JSON.stringify(markProcess(process.pid))
  for (;;) {
    try {
      await writeFile(file, mark, { flag: 'wx' })
      return () => rm(file, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const holder = parseMark(await readFile(file, 'utf8').catch(() => ''))
    if (holder && isRunning(holder)) {
      throw new ServiceError('data_folder_locked', {
        message: `The local chains in ${folder} are in use by another Latchkey process (${holder.pid})`,
      })
    }
    await rm(file, { force: true })
  }
}
