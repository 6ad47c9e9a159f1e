import { LatchkeyError } from '@latchkey/protocol'
import { type Factor, walletProofMessage } from '@latchkey/protocol/wallet'
import {
  type Bytes,
  combineShares,
  createDataKey,
  createEntropy,
  deriveEvmKey,
  deriveFactorKeyPair,
  derivePasswordSecret,
  equalBytes,
  fromBase64Url,
  openDeviceShare,
  openShare,
  parseBackupCode,
  sealDeviceShare,
  sealToFactors,
  sealVault,
  seedFromMnemonic,
  splitDataKey,
  toBase64Url,
  toMnemonic,
  type VaultContents,
  vaultHashOf,
  verifyFactorBinding,
  wipe,
  wordListOf,
} from '@latchkey/vault'
import { signProof } from './createSigningCalls.ts'
import { type KeyRing, listAccounts } from './KeyRing.ts'
import type { FactorSecret, KeyWorkerCalls, Split, SplitTarget } from './KeyWorkerCalls.ts'

type OpeningCalls = Pick<
  KeyWorkerCalls,
  'prepare' | 'create' | 'unlock' | 'recover' | 'openOffline' | 'reload' | 'split' | 'lock'
>

type Drawn = {
  walletId: string
  address: string
  dataKey: Bytes
  contents: VaultContents
  accounts: ReturnType<typeof listAccounts>
  vault: Bytes
  evmKey: Bytes
}

/** Makes, opens and closes the wallet. */
export function createOpeningCalls({ ring }: { ring: KeyRing }): OpeningCalls {
  let drawn: Promise<Drawn> | undefined

  return {
    prepare: async ({ words }) => {
      drawn ??= draw(words)
      // Nobody needs it yet: what failed is tried again by `create`.
      await drawn.catch(() => {})
    },
    create: async ({ words, userId, target }) => {
      const earlier = drawn
      drawn = undefined
      const { walletId, address, dataKey, contents, accounts, vault, evmKey } =
        (await earlier?.catch(() => undefined)) ?? (await draw(words))
      const [split, vaultHash] = await Promise.all([
        splitFor({ dataKey, factors: [], walletId, target }),
        vaultHashOf(vault),
      ])
      ring.adopt({ walletId, address, dataKey, contents, accounts, evmKey })
      const text = walletProofMessage({ walletId, userId, deviceId: target.deviceId, address, vaultHash })
      const proof = signProof({ privateKey: evmKey, text })
      return { ...split, walletId, address, vault, accounts, proof }
    },
    unlock: async ({ wallet, target, box, share }) => {
      const { walletId } = wallet
      const { deviceId, epoch, key } = target
      const first = await openDeviceShare({ key, box, walletId, deviceId, epoch })
      const dataKey = await combineShares({ first, second: share })
      wipe(first, share)
      return ring.open({ wallet, dataKey })
    },
    recover: async ({ wallet, factorId, secret, deviceId, epoch, share, sealed }) => {
      const factor = findFactor(wallet.factors, factorId)
      const recovery = await openRecoveryShare({ wallet, factor, secret, deviceId, epoch, sealed })
      const dataKey = await combineShares({ first: recovery, second: share })
      wipe(recovery, share)
      return ring.open({ wallet, dataKey })
    },
    openOffline: async ({ wallet, factorId, secret, target, box, sealed }) => {
      const factor = findFactor(wallet.factors, factorId)
      const { deviceId, epoch, key } = target
      const recovery = await openRecoveryShare({ wallet, factor, secret, deviceId, epoch, sealed })
      const device = await openDeviceShare({ key, box, walletId: wallet.walletId, deviceId, epoch })
      const dataKey = await combineShares({ first: device, second: recovery })
      wipe(device, recovery)
      return ring.open({ wallet, dataKey })
    },
    reload: ({ wallet }) => ring.open({ wallet, dataKey: ring.current().dataKey }),
    split: async ({ target }) => {
      const { walletId, dataKey, contents } = ring.current()
      return splitFor({ dataKey, factors: contents.factors, walletId, target })
    },
    lock: async () => {
      const forgotten = drawn
      drawn = undefined
      ring.lock()
      const unused = await forgotten?.catch(() => undefined)
      if (unused) wipe(unused.dataKey, unused.evmKey, unused.contents.entropy, unused.contents.seed)
    },
  }
}

/** Splits a data key for one device and epoch: A and the sealed R for the server, D for the device. */
export async function splitFor({
  dataKey,
  factors,
  walletId,
  target: { deviceId, epoch, key },
}: {
  dataKey: Bytes
  factors: readonly Factor[]
  walletId: string
  target: SplitTarget
}): Promise<Split> {
  const { device, auth, recovery } = await splitDataKey({ dataKey })
  const [{ sealed }, box] = await Promise.all([
    sealToFactors({ recoveryShare: recovery, factors, dataKey, walletId, deviceId, epoch }),
    sealDeviceShare({ key, share: device, walletId, deviceId, epoch }),
  ])
  const share = toBase64Url(auth)
  wipe(device, auth, recovery)
  return { device: { epoch, share, sealed }, box }
}

/** The bytes that a factor's keys are derived from. */
export async function toSecretBytes({
  secret,
  salt,
  params,
}: {
  secret: FactorSecret
  salt: Uint8Array
  params?: { m: number; t: number; p: number } | undefined
}): Promise<Bytes> {
  if (secret.kind === 'passkey') return secret.prf
  if (secret.kind === 'backupCode') return parseBackupCode(secret.code)
  return derivePasswordSecret({ password: secret.password, salt, params })
}

async function openRecoveryShare({
  wallet,
  factor,
  secret,
  deviceId,
  epoch,
  sealed,
}: {
  wallet: { walletId: string; address: string }
  factor: Factor
  secret: FactorSecret
  deviceId: string
  epoch: number
  sealed: { enc: string; ct: string }
}): Promise<Bytes> {
  if (factor.kind !== secret.kind) throw new LatchkeyError('recovery_failed')
  const salt = fromBase64Url(factor.meta.salt)
  const bytes = await toSecretBytes({ secret, salt, params: factor.meta.params })
  try {
    // First of all: a server that swapped the wallet is found out before anything of it is opened.
    if (!(await verifyFactorBinding({ factor, secret: bytes, address: wallet.address })))
      throw new LatchkeyError('recovery_failed')
    const { privateKey, publicKey } = await deriveFactorKeyPair({ kind: factor.kind, secret: bytes, salt })
    if (!equalBytes(publicKey, fromBase64Url(factor.pub))) throw new LatchkeyError('recovery_failed')
    const share = await openShare({
      privateKey,
      enc: fromBase64Url(sealed.enc),
      ct: fromBase64Url(sealed.ct),
      walletId: wallet.walletId,
      deviceId,
      epoch,
    })
    wipe(privateKey)
    return share
  } finally {
    wipe(bytes)
  }
}

function findFactor(factors: readonly Factor[], factorId: string): Factor {
  const factor = factors.find(({ id }) => id === factorId)
  if (!factor) throw new LatchkeyError('factor_unknown')
  return factor
}

async function draw(words: string): Promise<Drawn> {
  const entropy = createEntropy()
  const dataKey = createDataKey()
  const walletId = crypto.randomUUID()
  const seed = await seedFromMnemonic(toMnemonic({ entropy, words: wordListOf(words) }))
  const { address, privateKey: evmKey } = deriveEvmKey({ seed })
  const contents: VaultContents = { format: 1, entropy, seed, importedKeys: [], factors: [], version: 1 }
  const vault = await sealVault({ contents, dataKey, walletId, address })
  return { walletId, address, dataKey, contents, accounts: listAccounts(contents), vault, evmKey }
}
