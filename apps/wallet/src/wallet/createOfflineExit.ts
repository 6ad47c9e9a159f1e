import { ServiceError } from '@latchkey/protocol/errors'
import type { Factor } from '@latchkey/protocol/wallet'
import { isSettled } from '../device/factorsSeen.ts'
import type { DeviceRecord, DeviceSlot } from '../device/KeyValueStore.ts'
import type { FactorSecret } from '../worker/KeyWorkerCalls.ts'
import type { HealthCheck } from './createHealthCheck.ts'
import type { Wallet } from './createWallet.ts'
import { findDeviceRecords } from './findDeviceRecords.ts'
import { openSlot } from './lockRecord.ts'
import type { WalletContext } from './WalletContext.ts'

/** Ways to unlock the wallet here without the server. */
export type OfflineWays = {
  methods: readonly FactorSecret['kind'][]
  /** Credential IDs of the passkeys; base64url. */
  credentialIds: readonly string[]
}

/** The exit without the server: share D, sealed R and the vault are on the device. */
export type OfflineExit = {
  /** @throws LatchkeyError `server_reachable` */
  ways: () => Promise<OfflineWays>
  /**
   * Unlocks the wallet with the device's record and one factor.
   *
   * @throws LatchkeyError `server_reachable`, `offline_factor_new`, `recovery_failed`, `backup_code_invalid`, `session_ended`
   */
  open: (options: { secret: FactorSecret }) => Promise<{ address: string }>
}

/**
 * Creates {@link OfflineExit}. It unlocks only if the server gives no signed answer, and only with a factor that this device has known
 * for 72 hours. So an attacker at an open browser cannot add a factor and export the secret with it. It does not need the server's
 * permission, so the operator cannot lock a user in.
 */
export function createOfflineExit({
  context,
  wallet,
  health,
}: {
  context: WalletContext
  wallet: Wallet
  health: HealthCheck
}): OfflineExit {
  const { session, store, keys, projectId } = context

  const find = async (): Promise<{ record: DeviceRecord; slot: DeviceSlot; factors: DeviceRecord['factors'] }> => {
    const person = session.current()
    if (!person) throw new ServiceError('session_ended')
    const [record] = await findDeviceRecords({ store, projectId, person })
    // The confirmed share is complete: its vault, D and R are of one epoch, whatever was cut off since.
    if (!record?.current) throw new ServiceError('recovery_failed')
    const slot = record.current
    const factors = record.factors.filter(
      (factor) => isUsable(slot, factor) && isSettled({ record, factor, now: context.now() }),
    )
    return { record, slot, factors }
  }
  const requireAway = async () => {
    if (await health.isServerThere()) throw new ServiceError('server_reachable')
  }

  const openWith = async ({ secret, ...found }: Awaited<ReturnType<typeof find>> & { secret: FactorSecret }) => {
    const { record, slot, factors } = found
    const { walletId, address, deviceId, key, seenVersion } = record
    const { epoch, vault, vaultVersion } = slot
    const ofKind = factors.filter(({ kind }) => kind === secret.kind)
    if (ofKind.length === 0 && record.factors.some(({ kind }) => kind === secret.kind))
      throw new ServiceError('offline_factor_new')
    const box = await openSlot({ record: { ...record, factors: ofKind }, slot, secret, keys })
    if (!box) throw new ServiceError('recovery_failed')
    // There may be several codes, and only trying shows which one was entered.
    for (const { id } of ofKind) {
      const sealed = slot.sealed.find(({ factorId }) => factorId === id)
      if (!sealed) continue
      try {
        return await keys.openOffline({
          wallet: { walletId, address, vault, vaultVersion, seenVersion, factors, accounts: null },
          factorId: id,
          secret: secret.kind === 'passkey' ? { ...secret, prf: new Uint8Array(secret.prf) } : secret,
          target: { deviceId, epoch, key },
          box,
          sealed,
          password: slot.passwords?.find(({ factorId }) => factorId === id),
        })
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'recovery_failed') throw error
      }
    }
    throw new ServiceError('recovery_failed')
  }

  return {
    ways: async () => {
      await requireAway()
      const { factors } = await find()
      return {
        methods: (['passkey', 'backupCode', 'password'] as const).filter((way) =>
          factors.some(({ kind }) => kind === way),
        ),
        credentialIds: factors.flatMap(({ meta }) => meta.credentialId ?? []),
      }
    },
    open: async ({ secret }) => {
      await requireAway()
      const found = await find()
      const { accounts, factors } = await openWith({ ...found, secret })
      const { walletId, address } = found.record
      // The automatic lock must know that it is unlocked.
      if (wallet.state.getState().status !== 'unlocked') {
        const view = { walletId, address, accounts, factors, exportedAt: null, frozenUntil: null }
        wallet.dispatch({ type: 'sessionStarted' })
        wallet.dispatch({ type: 'walletFound', wallet: view, hasShare: true })
        wallet.dispatch({ type: 'opened', wallet: view })
      }
      return { address }
    },
  }
}

/** Whether the factor opens R of a split and its locked D. A password also needs the key that replaces the server's. */
function isUsable({ sealed, box, lockedBox, passwords = [] }: DeviceSlot, { id, meta }: Factor): boolean {
  const holds = (list: readonly { factorId: string }[]) => list.some(({ factorId }) => factorId === id)
  const isEvaluable = meta.oprf === undefined || holds(passwords)
  return holds(sealed) && isEvaluable && (box !== null || holds(lockedBox ?? []))
}
