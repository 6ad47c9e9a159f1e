import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile, realpath, rename, stat, unlink } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import { keyId } from '../platform/crypto/createSealer.ts'
import { parseKeys, readSealerKeys, type SealerKeysOf } from '../platform/crypto/readSealerKeys.ts'

/** Adds a new random key at the top of a key file. @returns its id */
export async function addKey({ path }: { path: string }): Promise<string> {
  const key = new Uint8Array(randomBytes(32))
  await replace(path, `${Buffer.from(key).toString('base64')}\n${await readFile(path, 'utf8')}`)
  return keyId(key)
}

/** Removes a key from a key file. Keeps comments and the order of the others. @throws Error if the key is missing, or is the last one */
export async function removeKey({ path, id }: { path: string; id: string }): Promise<void> {
  const lines = (await readFile(path, 'utf8')).split('\n')
  const isKey = (line: string) => {
    const text = line.trim()
    return text !== '' && !text.startsWith('#') && parseKeys({ text, place: path }).some((key) => keyId(key) === id)
  }
  const kept = lines.filter((line) => !isKey(line))
  if (kept.length === lines.length) throw new Error(`${path} has no line with key ${id} alone`)
  parseKeys({ text: kept.join('\n'), place: path })
  await replace(path, kept.join('\n'))
}

/** Finds the key file of a purpose. @throws Error if the file is missing, or the keys are in a variable, which no command can change */
export async function findKeyFile({
  config,
  env,
  of,
}: {
  config: ServerConfig
  env: Readonly<Record<string, string | undefined>>
  of: SealerKeysOf
}): Promise<string> {
  const { keyFile, keyVariable } = config[of] ?? {}
  if (keyVariable)
    throw new Error(
      `${of}.keyVariable: the keys are in the environment variable ${keyVariable}. Change that: keys separated by commas, the newest first.`,
    )
  if (!keyFile) throw new Error(`${of}.keyFile: found nothing; it has no separate keys.`)
  const path = resolve(keyFile)
  if (!existsSync(path))
    throw new Error(
      `${of}.keyFile: ${path} does not exist. Run the command in the server's folder, restore the file, or start the server, which creates it.`,
    )
  // Rejects a file that other users can read.
  await readSealerKeys({ config, env, of })
  return path
}

/**
 * Writes a draft and renames it: a crash leaves the old keys or the new ones, never a partial file. The draft gets owner, group and mode of
 * the file before it gets a key, so that the server can still read the file after a command by root.
 */
async function replace(link: string, content: string): Promise<void> {
  const path = await realpath(link)
  const { uid, gid, mode } = await stat(path)
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const refuse = (cause: unknown) =>
    new Error(
      `${path} was not changed: it belongs to the user ${uid} and the group ${gid}, and this user may not replace it (${cause instanceof Error ? cause.message : String(cause)}). Run the command as its owner: sudo -u '#${uid}' …`,
      { cause },
    )
  const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw refuse(error)
  })
  try {
    try {
      const own = await file.stat()
      if (own.uid !== uid || own.gid !== gid) await file.chown(uid, gid)
      await file.chmod(mode & 0o7777)
    } catch (error) {
      throw refuse(error)
    }
    await file.writeFile(content)
    await file.sync()
    await rename(draft, path)
  } catch (error) {
    await unlink(draft)
    throw error
  } finally {
    await file.close()
  }
}
