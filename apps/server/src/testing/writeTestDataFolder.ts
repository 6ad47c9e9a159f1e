import { constants, cpSync } from 'node:fs'
import { join } from 'node:path'
import { pgliteTemplate } from './pgliteTemplate.ts'

/** Makes the folder one of a server that has started before: its embedded database is there, migrated and empty. */
export async function writeTestDataFolder(dataFolder: string): Promise<void> {
  const { folder } = await pgliteTemplate()
  cpSync(folder, join(dataFolder, 'database'), { recursive: true, mode: constants.COPYFILE_FICLONE })
}
