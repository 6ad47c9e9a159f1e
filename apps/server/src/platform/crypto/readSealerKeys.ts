import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'
import type { ServerConfig } from '../config/ServerConfig.ts'
import { makePrivateFile } from './makePrivateFile.ts'

/** Purpose of the keys: the embedded wallet (shares, addresses), sign-in (SIWX), or the permissions of smart accounts. */
export type SealerKeysOf = 'wallet' | 'siwx' | 'smartAccounts'

/**
 * Reads key-encryption keys, newest first, from the variable in `keyVariable`, else from `keyFile`. There is one key per line (or separated
 * by commas), 32 bytes each, as base64 or hexadecimal. Empty lines and lines that begin with `#` are ignored. A missing file is created
 * with one random key, readable by its owner only.
 *
 * @param options.of purpose; `siwx` and `smartAccounts` use the wallet's keys if they have none
 * @throws LatchkeyError `config_invalid` if there is no key, a key is malformed, or other users can read the file
 */
export async function readSealerKeys({
  config,
  env,
  of = 'wallet',
}: {
  config: Pick<ServerConfig, 'wallet' | 'siwx' | 'smartAccounts'>
  env: Readonly<Record<string, string | undefined>>
  of?: SealerKeysOf
}): Promise<Uint8Array[]> {
  const hasOwn = hasOwnKey(config, of)
  // If there is no key at all, report the setting of the requested purpose as missing.
  const name = hasOwn || (!config.wallet?.keyVariable && !config.wallet?.keyFile) ? of : 'wallet'
  const { keyVariable, keyFile } = config[name] ?? {}
  if (keyVariable) {
    const text = env[keyVariable]
    if (text) return parseKeys({ text, place: `the environment variable ${keyVariable}` })
    throw refuse(
      `${name}.keyVariable: the environment variable ${keyVariable} is not set. Set it to 32 random bytes as base64.`,
    )
  }
  if (!keyFile) throw refuse(`${name}.keyFile: found nothing; expected the path of a file for the key. Set it.`)
  const path = resolve(keyFile)
  await makePrivateFile({ path, setting: `${name}.keyFile`, content: () => `${randomBytes(32).toString('base64')}\n` })
  return parseKeys({ text: await readFile(path, 'utf8'), place: path })
}

/** Returns whether the configuration has a separate key for a purpose. */
export function hasOwnKey(config: Pick<ServerConfig, 'wallet' | 'siwx' | 'smartAccounts'>, of: SealerKeysOf): boolean {
  return config[of]?.keyVariable !== undefined || config[of]?.keyFile !== undefined
}

/**
 * Parses the text of a key file.
 *
 * @throws LatchkeyError `config_invalid` if there is no key, or one is malformed
 */
export function parseKeys({ text, place }: { text: string; place: string }): Uint8Array[] {
  const lines = text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (lines.length === 0) throw refuse(`${place} does not hold a key; expected 32 bytes as base64 or hexadecimal.`)
  return lines.map((line, index) => {
    const isHex = /^[0-9a-f]{64}$/i.test(line)
    const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(line)
    // Do not print the found value, which may be most of a key.
    if (!isHex && !isBase64) {
      throw refuse(`Key ${index + 1} in ${place} is malformed; expected 32 bytes as base64 or hexadecimal.`)
    }
    return new Uint8Array(Buffer.from(line, isHex ? 'hex' : 'base64'))
  })
}

function refuse(message: string): ServiceError {
  return new ServiceError('config_invalid', { message })
}
