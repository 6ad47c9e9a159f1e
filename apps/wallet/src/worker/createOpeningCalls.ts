import { ServiceError } from '@latchkey/protocol/errors'
import { controlKeyClaim, type Factor, type ListedFactor } from '@latchkey/protocol/wallet'
import {
  type Bytes,
  combineShares,
  createDataKey,
  createEntropy,
  deriveEvmKey,
  fromBase64Url,
  openDeviceShare,
  openPasswordKey,
  type PasswordKey,
  sealDeviceShare,
  sealPasswordKey,
  sealVault,
  seedFromMnemonic,
  splitDataKey,
  toBase64Url,
  toMnemonic,
  type VaultContents,
  wipe,
  wordListOf,
} from '@latchkey/vault'
import type { createPasswordCalls } from './createPasswordCalls.ts'
import { signClaim } from './createSigningCalls.ts'
import { type KeyRing, listAccounts } from './KeyRing.ts'
import type { KeyWorkerCalls, Split, SplitTarget } from './KeyWorkerCalls.ts'
import type { RareCalls, RunRare } from './RareCalls.ts'

type OpeningCalls = Pick<
  KeyWorkerCalls,
  'prepare' | 'create' | 'unlock' | 'recover' | 'openOffline' | 'lockBox' | 'unlockBox' | 'reload' | 'split' | 'lock'
>

type Drawn = {
  walletId: string
  address: string
  dataKey: Bytes
  contents: VaultContents
  accounts: Awaited<ReturnType<typeof listAccounts>>
  vault: Bytes
  controlKey: string
  evmKey: Bytes
}

/** Creates, unlocks and locks the wallet. */
export function createOpeningCalls({
  ring,
  rare,
  passwords,
}: {
  ring: KeyRing
  rare: RunRare
  passwords: Pick<ReturnType<typeof createPasswordCalls>, 'secretOf' | 'forget'>
}): OpeningCalls {
  let drawn: Promise<Drawn> | undefined
  const openRecoveryShares: RareCalls['openRecoveryShares'] = async (options) => {
    try {
      return await rare((calls) => calls.openRecoveryShares(options))
    } finally {
      if (options.secret.kind === 'passkey') wipe(options.secret.prf)
    }
  }

  return {
    prepare: async ({ words }) => {
      drawn ??= draw({ words, rare })
      // Not needed yet: `create` repeats it after a failure.
      await drawn.catch(() => {})
    },
    create: async ({ words, userId, target }) => {
      const earlier = drawn
      drawn = undefined
      const { walletId, address, dataKey, contents, accounts, vault, controlKey, evmKey } =
        (await earlier?.catch(() => undefined)) ?? (await draw({ words, rare }))
      const split = await splitFor({ dataKey, contents, walletId, target, rare })
      ring.adopt({ walletId, address, dataKey, contents, accounts, counter: contents.version, evmKey })
      const claim = controlKeyClaim({ walletId, userId, deviceId: target.deviceId, address, controlKey })
      const addressProof = signClaim({ privateKey: evmKey, claim })
      return { ...split, walletId, address, vault, accounts, controlKey, addressProof }
    },
    unlock: async ({ wallet, target, box, share }) => {
      const { walletId } = wallet
      const { deviceId, epoch, key } = target
      const first = await openDeviceShare({ key, box, walletId, deviceId, epoch })
      const dataKey = await combineShares({ first, second: share })
      wipe(first, share)
      return ring.open({ wallet, dataKey })
    },
    recover: async ({ wallet, factorId, secret, sets }) => {
      const factor = findFactor(wallet.factors, factorId)
      const { walletId, address } = wallet
      const evaluated = passwords.secretOf({ walletId, address, factorId })
      const given =
        secret.kind === 'password' && evaluated ? ({ kind: 'evaluated', bytes: evaluated } as const) : secret
      const recovered = await openRecoveryShares({ walletId, address, factor, secret: given, sets })
      let failure: unknown = new ServiceError('recovery_failed')
      try {
        for (const [index, { share }] of sets.entries()) {
          const recovery = recovered[index]
          if (!recovery) continue
          try {
            const dataKey = await combineShares({ first: recovery, second: fromBase64Url(share) })
            const opened = await ring.open({ wallet, dataKey })
            passwords.forget()
            return opened
          } catch (error) {
            // Two shares that give another key, or none. Every other refusal concerns the wallet, not this split.
            if (!(error instanceof ServiceError) || !['vault_broken', 'malformed_request'].includes(error.code))
              throw error
            failure = error
          }
        }
        throw failure
      } finally {
        wipe(...recovered.filter((recovery) => recovery !== null))
      }
    },
    openOffline: async ({ wallet, factorId, secret, target, box, sealed, password }) => {
      const factor = findFactor(wallet.factors, factorId)
      const { deviceId, epoch, key } = target
      const { walletId, address } = wallet
      const splitting = { walletId, deviceId, epoch }
      const device = await openDeviceShare({ key, box, ...splitting })
      const passwordKey =
        password &&
        (await openPasswordKey({ share: device, ...password, box: fromBase64Url(password.box), ...splitting }))
      const sets = [{ deviceId, epoch, sealed }]
      const [recovery] = await openRecoveryShares({ walletId, address, factor, secret, passwordKey, sets })
      if (passwordKey) wipe(passwordKey)
      if (!recovery) throw new ServiceError('recovery_failed')
      const dataKey = await combineShares({ first: device, second: recovery })
      wipe(device, recovery)
      return ring.open({ wallet, dataKey })
    },
    lockBox: (options) => rare((calls) => calls.lockBox(options)),
    unlockBox: (options) => rare((calls) => calls.openLockedBox(options)),
    reload: ({ wallet }) => ring.open({ wallet, dataKey: ring.current().dataKey }),
    split: async ({ target }) => {
      const { walletId, dataKey, contents, counter } = ring.current()
      const split = await splitFor({ dataKey, contents, walletId, target, rare })
      return { ...split, vaultVersion: counter }
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

/** Splits a data key for one device and epoch: A and the sealed R for the server, D and the box that it seals for the device. */
export async function splitFor({
  dataKey,
  contents: { factors, passwordKeys = [] },
  walletId,
  target: { deviceId, epoch, key },
  rare,
}: {
  dataKey: Bytes
  contents: { factors: readonly Factor[]; passwordKeys?: readonly PasswordKey[] | undefined }
  walletId: string
  target: SplitTarget
  rare: RunRare
}): Promise<Split> {
  // The caller's copy is overwritten if the wallet is locked in the meantime.
  const own = new Uint8Array(dataKey)
  const { device, auth, recovery } = await splitDataKey({ dataKey: own })
  const sealKey = async ({ factorId, key: passwordKey }: PasswordKey) => ({
    factorId,
    box: toBase64Url(await sealPasswordKey({ share: device, passwordKey, factorId, walletId, deviceId, epoch })),
  })
  const [sealed, box, passwords] = await Promise.all([
    factors.length === 0
      ? []
      : rare((calls) =>
          calls.sealToFactors({ recoveryShare: recovery, factors, dataKey: own, walletId, deviceId, epoch }),
        ),
    sealDeviceShare({ key, share: device, walletId, deviceId, epoch }),
    Promise.all(passwordKeys.map(sealKey)),
  ])
  const share = toBase64Url(auth)
  wipe(own, device, auth, recovery)
  return { device: { epoch, share, sealed: [...sealed] }, box, passwords }
}

function findFactor(factors: readonly ListedFactor[], factorId: string): ListedFactor {
  const factor = factors.find(({ id }) => id === factorId)
  if (!factor) throw new ServiceError('factor_unknown')
  return factor
}

async function draw({ words, rare }: { words: string; rare: RunRare }): Promise<Drawn> {
  const entropy = createEntropy()
  const dataKey = createDataKey()
  const walletId = crypto.randomUUID()
  const seed = await seedFromMnemonic(toMnemonic({ entropy, words: wordListOf(words) }))
  const { address, privateKey: evmKey } = deriveEvmKey({ seed })
  const contents: VaultContents = { format: 1, entropy, seed, importedKeys: [], factors: [], version: 1 }
  const [vault, accounts, controlKey] = await Promise.all([
    sealVault({ contents, dataKey, walletId, address }),
    listAccounts({ contents, rare }),
    rare((calls) => calls.controlKey({ seed })),
  ])
  return { walletId, address, dataKey, contents, accounts, vault, controlKey, evmKey }
}
