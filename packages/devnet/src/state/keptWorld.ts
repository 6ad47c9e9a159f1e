import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Tells whether the chains kept in a folder are of this version of the local world, and marks the folder as of this version.
 * A kept chain of another version has other contracts at other addresses and cannot be used.
 */
export async function isKeptWorldCurrent({ folder, version }: { folder: string; version: number }): Promise<boolean> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'world.json')
  const found = await readFile(file, 'utf8').then(readVersion, () => undefined)
  if (found === version) return true
  await writeFile(`${file}.tmp`, `${JSON.stringify({ version })}\n`)
  await rename(`${file}.tmp`, file)
  return found === undefined
}

function readVersion(text: string): number | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'number') {
      return value.version
    }
  } catch {
    // Invalid JSON counts as another version.
  }
  return -1
}
