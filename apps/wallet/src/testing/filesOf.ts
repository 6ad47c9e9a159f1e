import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the texts of all files of a folder, by their path in it. */
export async function filesOf(path: string): Promise<Map<string, string>> {
  const names = (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const files = names.map(async (entry) => {
    const file = join(entry.parentPath, entry.name)
    return [file.slice(path.length + 1), await readFile(file, 'utf8')] as const
  })
  return new Map(await Promise.all(files))
}
