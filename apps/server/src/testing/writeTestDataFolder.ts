import { constants, cpSync } from 'node:fs'
import { join } from 'node:path'
import { pgliteTemplate } from './pgliteTemplate.ts'

/** Prepares a data folder as after the first start of a server: with a migrated, empty embedded database. */
export async function writeTestDataFolder(dataFolder: string): Promise<void> {
  const { folder } = await pgliteTemplate()
  cpSync(folder, join(dataFolder, 'database'), { recursive: true, mode: constants.COPYFILE_FICLONE })
}
