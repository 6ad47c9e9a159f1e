import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** The key that sessions allow: of the file, which is made when it is missing and which nobody else may read. */
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
