import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** Returns the session key for permissions from a file. Creates the file if it is missing, readable only by this user. */
export function readKey({ file }: { file: string }): PrivateKeyAccount {
  try {
    return privateKeyToAccount(readFileSync(file, 'utf8').trim() as `0x${string}`)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const privateKey = generatePrivateKey()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, privateKey, { mode: 0o600, flag: 'wx' })
  return privateKeyToAccount(privateKey)
}
