import { ServiceError } from '@latchkey/protocol/errors'
import {
  type Bytes,
  createBackupCode,
  createDataKey,
  deriveEvmKey,
  equalBytes,
  evmAddressOf,
  fromMnemonic,
  parseBackupCode,
  reauthenticateFactor,
  sealVault,
  seedFromMnemonic,
  toBase64Url,
  toMnemonic,
  type VaultContents,
  wipe,
  wordListOf,
} from '@latchkey/vault'
import { proveReturn } from './createControlCalls.ts'
import { splitFor } from './createOpeningCalls.ts'
import { fromHex } from './hex.ts'
import { importedPath, type KeyRing, toAccount } from './KeyRing.ts'
import type { KeyWorkerCalls, StagedVault } from './KeyWorkerCalls.ts'
import type { RunRare } from './RareCalls.ts'

type ChangingCalls = Pick<
  KeyWorkerCalls,
  'createBackupCode' | 'addFactor' | 'removeFactor' | 'rotate' | 'importKey' | 'commit' | 'discard'
>

/** Changes the vault's contents. A change is staged, and counts after the server has accepted it. */
export function createChangingCalls({ ring, rare }: { ring: KeyRing; rare: RunRare }): ChangingCalls {
  /** The shown code until it is entered again. */
  let shownCode: Bytes | null = null
  const forgetCode = () => {
    if (shownCode) wipe(shownCode)
    shownCode = null
  }
  ring.whenLocked(forgetCode)

  const stage = async (change: Partial<VaultContents>, dataKey = ring.current().dataKey): Promise<StagedVault> => {
    const { walletId, address, contents, counter, accounts: known } = ring.current()
    const next: VaultContents = { ...contents, ...change, version: counter + 1 }
    const vault = await sealVault({ contents: next, dataKey, walletId, address })
    // The seed stays, and so do its addresses.
    const accounts = [...known.filter(({ path }) => path !== importedPath), ...next.importedKeys.map(toAccount)]
    ring.stage({ dataKey, contents: next, accounts })
    return { vault, replaces: counter, accounts }
  }

  return {
    createBackupCode: async () => {
      ring.current()
      const { code, secret } = createBackupCode()
      shownCode = secret
      return { code }
    },
    addFactor: async ({ id, secret, label, createdAt, target }) => {
      ring.current()
      if (secret.kind === 'backupCode' && !(shownCode && equalBytes(shownCode, parseBackupCode(secret.code))))
        throw new ServiceError('backup_code_invalid')
      return rare(async (calls) => {
        const { walletId, address, dataKey, contents } = ring.current()
        const made = await calls.createFactor({ id, secret, walletId, address, dataKey, label, createdAt })
        const { factor, passwordKey } = made
        if (secret.kind === 'passkey') wipe(secret.prf)
        const isReplaced = ({ kind }: { kind: string }) => passwordKey !== null && kind === 'password'
        const replaces = contents.factors.filter(isReplaced).map((one) => one.id)
        const factors = [...contents.factors.filter((one) => !isReplaced(one)), factor]
        const passwordKeys = passwordKey ? [{ factorId: id, key: passwordKey }] : (contents.passwordKeys ?? [])
        const next = { factors, passwordKeys }
        const split = await splitFor({ dataKey, contents: next, walletId, target, rare })
        const password = passwordKey && { passwordKey: toBase64Url(passwordKey), replaces }
        return { ...split, ...(await stage(next)), factor, password }
      })
    },
    removeFactor: async ({ factorId }) => {
      const { contents } = ring.current()
      const factors = contents.factors.filter(({ id }) => id !== factorId)
      if (factors.length === contents.factors.length) throw new ServiceError('factor_unknown')
      const passwordKeys = contents.passwordKeys?.filter((key) => key.factorId !== factorId)
      return stage({ factors, passwordKeys })
    },
    rotate: async ({ target, until }) => {
      const { walletId, dataKey: oldDataKey, contents } = ring.current()
      const back = await proveReturn({ ring, rare, version: contents.version, until })
      const dataKey = createDataKey()
      const factors = await Promise.all(
        contents.factors.map((factor) => reauthenticateFactor({ factor, walletId, oldDataKey, dataKey })),
      )
      const split = await splitFor({ dataKey, contents: { ...contents, factors }, walletId, target, rare })
      return { ...split, ...(await stage({ factors }, dataKey)), factors, return: back }
    },
    importKey: async ({ secret, words }) => {
      const { contents, address: own } = ring.current()
      const privateKey = await readSecret(secret.trim(), words)
      const address = evmAddressOf(privateKey)
      const known = [own, ...contents.importedKeys.map((key) => key.address)]
      if (known.some((one) => one.toLowerCase() === address.toLowerCase()))
        throw new ServiceError('import_invalid', { message: 'This wallet has that key already' })
      const importedKeys = [
        ...contents.importedKeys,
        { namespace: 'eip155', privateKey, address, label: 'imported' } as const,
      ]
      return { ...(await stage({ importedKeys })), address }
    },
    commit: async () => {
      ring.commit()
      forgetCode()
    },
    discard: async () => ring.discard(),
  }
}

async function readSecret(secret: string, words: string): Promise<Bytes> {
  const hex = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(secret)?.[1]
  try {
    if (hex === undefined) {
      const list = wordListOf(words)
      const entropy = fromMnemonic({ text: secret, words: list })
      const seed = await seedFromMnemonic(toMnemonic({ entropy, words: list }))
      const { privateKey } = deriveEvmKey({ seed })
      wipe(entropy, seed)
      return privateKey
    }
    const privateKey = fromHex(`0x${hex}`)
    // Throws for zero and for numbers beyond the curve's order, which are no keys.
    evmAddressOf(privateKey)
    return privateKey
  } catch {
    throw new ServiceError('import_invalid')
  }
}
