import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'
import type { ServerConfig } from '../config/ServerConfig.ts'
import { makePrivateFile } from './makePrivateFile.ts'

/** Whose keys: the embedded wallet's (shares, addresses), those of signing in with any wallet, or those of smart accounts' sessions. */
export type SealerKeysOf = 'wallet' | 'siwx' | 'smartAccounts'

/**
 * Reads key-encryption keys, newest first: from `keyVariable`'s variable, else from `keyFile`, one per line (or separated by commas), each
 * 32 bytes as base64 or hexadecimal; empty lines and lines that begin with `#` do not count. A file that is missing is made, with one random
 * key, readable by its owner alone.
 *
 * @param options.of whose: `siwx` and `smartAccounts` without a key of their own have the wallet's
 * @throws LatchkeyError `config_invalid` when there is no key, one is malformed, or others may read the file
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
  // Without any, what is missing is the setting of whoever asks.
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
  await makePrivateFile({ path, content: () => `${randomBytes(32).toString('base64')}\n` })
  return parseKeys({ text: await readFile(path, 'utf8'), place: path })
}

/** Tells whether the configuration has a key of its own for a purpose. */
export function hasOwnKey(config: Pick<ServerConfig, 'wallet' | 'siwx' | 'smartAccounts'>, of: SealerKeysOf): boolean {
  return config[of]?.keyVariable !== undefined || config[of]?.keyFile !== undefined
}

/** Reads keys as they are written. @throws LatchkeyError `config_invalid` when there is none, or one is malformed */
export function parseKeys({ text, place }: { text: string; place: string }): Uint8Array[] {
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
