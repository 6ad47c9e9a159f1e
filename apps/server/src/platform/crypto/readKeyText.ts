import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'
import type { KeyConfig } from '../config/keyConfig.ts'
import { makePrivateFile } from './makePrivateFile.ts'

/** Text of a key, and the place where it was found. */
export type KeyText = { text: `0x${string}`; place: string }

/**
 * Reads a 32-byte key from the configuration, an environment variable or a file. Creates a missing file with a random key. The key itself
 * is in no message and no log.
 *
 * @param options.name its setting, such as `smartAccounts.executor`
 * @returns 0x and 64 hexadecimal digits
 * @throws LatchkeyError `config_invalid`
 */
export async function readKeyText({
  key: { privateKey, keyVariable, keyFile },
  name,
  env,
}: {
  key: KeyConfig
  name: string
  env: Readonly<Record<string, string | undefined>>
}): Promise<KeyText> {
  if (privateKey) return check({ text: privateKey, place: `${name}.privateKey` })
  if (keyVariable) {
    const text = env[keyVariable]
    if (!text) throw refuse(`${name}.keyVariable: the environment variable ${keyVariable} is not set.`)
    return check({ text, place: `the environment variable ${keyVariable}` })
  }
  if (!keyFile) {
    throw refuse(`${name}: found no key; expected one of privateKey, keyVariable and keyFile.`)
  }
  const path = resolve(keyFile)
  await makePrivateFile({ path, setting: `${name}.keyFile`, content: () => `0x${randomBytes(32).toString('hex')}\n` })
  return check({ text: await readFile(path, 'utf8'), place: path })
}

function check({ text, place }: { text: string; place: string }): KeyText {
  const key = text.trim()
  // Do not print the found value, which may be most of a key.
  if (!/^0x[0-9a-fA-F]{64}$/.test(key))
    throw refuse(`${place} does not hold a private key: 0x and 64 hexadecimal digits.`)
  return { text: key.toLowerCase() as `0x${string}`, place }
}

function refuse(message: string): ServiceError {
  return new ServiceError('config_invalid', { message })
}
