import { randomBytes } from 'node:crypto'
import { link, mkdir, open, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Creates the file of a secret if it is missing, readable by its owner only. Writes a draft and links it: a crash leaves no partial secret,
 * and only one of two concurrent processes wins.
 *
 * @throws LatchkeyError `config_invalid` if other users can read it
 */
export async function makePrivateFile({ path, content }: { path: string; content: () => string }): Promise<void> {
  if (await isPrivate(path)) return
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(content())
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await unlink(draft)
  }
}

async function isPrivate(path: string): Promise<boolean> {
  try {
    const { mode } = await stat(path)
    // Windows has no such permission bits, so its files are as private as their folder.
    if (process.platform === 'win32' || (mode & 0o077) === 0) return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
  throw new ServiceError('config_invalid', { message: `${path} can be read by others. Run: chmod 600 ${path}` })
}
