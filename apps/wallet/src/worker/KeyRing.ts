import { ServiceError } from '@latchkey/protocol/errors'
import type { ListedFactor, WalletAccount } from '@latchkey/protocol/wallet'
import {
  type Bytes,
  deriveEvmKey,
  type ImportedKey,
  openVault,
  type VaultContents,
  verifyFactorMac,
  wipe,
} from '@latchkey/vault'
import { secp256k1 } from '@noble/curves/secp256k1'
import { toHex } from './hex.ts'
import type { OpenWallet, SealedWallet } from './KeyWorkerCalls.ts'
import type { RunRare } from './RareCalls.ts'

/** The unlocked wallet. */
export type OpenVault = {
  walletId: string
  address: string
  dataKey: Bytes
  contents: VaultContents
  accounts: readonly WalletAccount[]
  /** The server's count of the wallet, which every change replaces. */
  counter: number
  /** The seed's EVM key, derived once. */
  evmKey: () => Bytes
}

/** A change that counts after the server has accepted it. */
export type StagedContents = { dataKey: Bytes; contents: VaultContents; accounts: readonly WalletAccount[] }

/** The keys of the worker. */
export type KeyRing = {
  /** @throws LatchkeyError `wallet_locked` */
  current: () => OpenVault
  /** Opens a vault with its data key and keeps it. */
  open: (options: { wallet: SealedWallet; dataKey: Bytes }) => Promise<OpenWallet>
  /** Takes over newly created contents. */
  adopt: (options: {
    walletId: string
    address: string
    dataKey: Bytes
    contents: VaultContents
    accounts: readonly WalletAccount[]
    counter: number
    evmKey?: Bytes
  }) => void
  stage: (staged: StagedContents) => void
  commit: () => void
  discard: () => void
  lock: () => void
  /** Runs with every lock, so that secrets outside of the ring are wiped with it. */
  whenLocked: (forget: () => void) => void
}

/** Creates the ring of open and staged contents. Everything is overwritten when it is dropped. */
export function createKeyRing({ rare }: { rare: RunRare }): KeyRing {
  let open: OpenVault | null = null
  let staged: StagedContents | null = null
  const forgets: (() => void)[] = []

  const current = () => {
    if (!open) throw new ServiceError('wallet_locked')
    return open
  }
  const discard = () => {
    if (staged && staged.dataKey !== open?.dataKey) wipe(staged.dataKey)
    staged = null
  }
  const lock = () => {
    discard()
    if (open) {
      const { dataKey, evmKey, contents } = open
      const imported = contents.importedKeys.map((key) => key.privateKey)
      const passwordKeys = (contents.passwordKeys ?? []).map(({ key }) => key)
      wipe(dataKey, evmKey(), contents.entropy, contents.seed, ...imported, ...passwordKeys)
    }
    open = null
    for (const forget of forgets) forget()
  }
  const adopt: KeyRing['adopt'] = ({ evmKey: known, ...vault }) => {
    discard()
    let derived = known
    const evmKey = () => {
      derived ??= deriveEvmKey({ seed: vault.contents.seed }).privateKey
      return derived
    }
    open = { ...vault, evmKey }
  }

  return {
    current,
    open: async ({ wallet, dataKey }) => {
      const { walletId, address, vault, vaultVersion, counter = vaultVersion, seenVersion } = wallet
      const contents = await openVault({
        vault,
        dataKey,
        walletId,
        address,
        version: vaultVersion,
        seenVersion,
      }).catch((cause: unknown) => {
        if (open?.dataKey !== dataKey) wipe(dataKey)
        throw cause
      })
      const accounts = wallet.accounts ?? (await listAccounts({ contents, rare }))
      if (open && open.dataKey !== dataKey) lock()
      adopt({ walletId, address, dataKey, contents, accounts, counter })
      const isKnown = async (factor: ListedFactor) => {
        const known = contents.factors.find(({ id }) => id === factor.id)
        // For a password the server may return only that there is one.
        if (!('meta' in factor)) return known?.kind === factor.kind
        return known?.pub === factor.pub && (await verifyFactorMac({ factor, walletId, dataKey }))
      }
      const checks = await Promise.all(
        wallet.factors.map(async (factor) => ({
          id: factor.id,
          // Only the vault's own list counts: a factor that only the server names is not one.
          fits: await isKnown(factor),
        })),
      )
      return { accounts, factors: contents.factors, forged: checks.filter(({ fits }) => !fits).map(({ id }) => id) }
    },
    adopt,
    stage: (next) => {
      discard()
      staged = next
    },
    commit: () => {
      const { walletId, address, dataKey, evmKey } = current()
      if (!staged) return
      if (staged.dataKey !== dataKey) wipe(dataKey)
      open = { walletId, address, evmKey, counter: staged.contents.version, ...staged }
      staged = null
    },
    discard,
    lock,
    whenLocked: (forget) => {
      forgets.push(forget)
    },
  }
}

/** Returns the addresses of the seed, then those of imported keys. */
export async function listAccounts({
  contents: { seed, importedKeys },
  rare,
}: {
  contents: VaultContents
  rare: RunRare
}): Promise<readonly WalletAccount[]> {
  return [...(await rare((calls) => calls.deriveAccounts({ seed }))), ...importedKeys.map(toAccount)]
}

/** Path of a key that is not derived from the seed. */
export const importedPath = 'imported'

/** Account of an imported key. */
export function toAccount({ namespace, address, privateKey }: ImportedKey): WalletAccount {
  return {
    namespace,
    address,
    type: 'eoa',
    path: importedPath,
    publicKey: toHex(secp256k1.getPublicKey(privateKey, true)),
  }
}
