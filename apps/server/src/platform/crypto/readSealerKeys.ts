import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'
import type { ServerConfig } from '../config/ServerConfig.ts'

/**
 * Reads the key-encryption keys of the embedded wallet, newest first: from `wallet.keyVariable`'s variable, else from
 * `wallet.keyFile`, one per line (or separated by commas), each 32 bytes as base64 or hexadecimal; empty lines and lines that begin
 * with `#` do not count. A file that is missing is made, with one random key, readable by its owner alone.
 *
 * @throws LatchkeyError `config_invalid` when there is no key, one is malformed, or others may read the file
 */
export async function readSealerKeys({
  config: { wallet },
  env,
}: {
  config: Pick<ServerConfig, 'wallet'>
  env: Readonly<Record<string, string | undefined>>
}): Promise<Uint8Array[]> {
  if (wallet?.keyVariable) {
    const text = env[wallet.keyVariable]
    if (text) return parseKeys({ text, place: `the environment variable ${wallet.keyVariable}` })
    throw refuse(
      `wallet.keyVariable: the environment variable ${wallet.keyVariable} is not set. Set it to 32 random bytes as base64.`,
    )
  }
  if (!wallet?.keyFile) throw refuse('wallet.keyFile: found nothing; expected the path of a file for the key. Set it.')
  const path = resolve(wallet.keyFile)
  const text = (await readPrivately(path)) ?? (await create(path))
  return parseKeys({ text, place: path })
}

async function readPrivately(path: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(path)
    // Windows has no such bits: its files are as private as their folder.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw refuse(`${path} can be read by others. Run: chmod 600 ${path}`)
    }
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Written beside and linked: a crash leaves no half of a key, and of two processes that start at once one wins. */
async function create(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(32).toString('base64')}\n`)
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
  return (await readPrivately(path)) ?? ''
}

function parseKeys({ text, place }: { text: string; place: string }): Uint8Array[] {
  const lines = text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (lines.length === 0) throw refuse(`${place} holds no key; expected 32 bytes as base64 or hexadecimal.`)
  return lines.map((line, index) => {
    const isHex = /^[0-9a-f]{64}$/i.test(line)
    const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(line)
    // What was found stays unsaid: it may be most of a key.
    if (!isHex && !isBase64) {
      throw refuse(`Key ${index + 1} in ${place} is malformed; expected 32 bytes as base64 or hexadecimal.`)
    }
    return new Uint8Array(Buffer.from(line, isHex ? 'hex' : 'base64'))
  })
}

function refuse(message: string): ServiceError {
  return new ServiceError('config_invalid', { message })
}
