import { randomBytes } from 'node:crypto'
import { access, constants, link, mkdir, open, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Creates the file of a secret if it is missing, readable by its owner only. Writes a draft and links it: a crash leaves no partial secret,
 * and only one of two concurrent processes wins.
 *
 * @param options.setting its setting, for messages: `wallet.keyFile`
 * @throws LatchkeyError `config_invalid` if other users can read it, or this user cannot read or create it
 */
export async function makePrivateFile({
  path,
  setting,
  content,
}: {
  path: string
  setting: string
  content: () => string
}): Promise<void> {
  try {
    await make({ path, content })
  } catch (error) {
    if (!isFileError(error)) throw error
    throw new ServiceError('config_invalid', {
      message: `${setting}: ${path} cannot be read or created: ${error.message}. Give the server's user the rights, or change the setting.`,
      cause: error,
    })
  }
}

/** Rights, a read-only file system, or a file in place of a folder. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  const codes = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

async function make({ path, content }: { path: string; content: () => string }): Promise<void> {
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
    await access(path, constants.R_OK)
    // Windows has no such permission bits, so its files are as private as their folder.
    if (process.platform === 'win32' || (mode & 0o077) === 0) return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
  throw new ServiceError('config_invalid', { message: `${path} can be read by others. Run: chmod 600 ${path}` })
}
