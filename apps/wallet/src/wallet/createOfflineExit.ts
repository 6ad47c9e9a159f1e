import { ServiceError } from '@latchkey/protocol/errors'
import type { Factor } from '@latchkey/protocol/wallet'
import type { DeviceRecord, DeviceSlot } from '../device/KeyValueStore.ts'
import type { FactorSecret } from '../worker/KeyWorkerCalls.ts'
import type { Wallet } from './createWallet.ts'
import { findDeviceRecords } from './findDeviceRecords.ts'
import type { WalletContext } from './WalletContext.ts'

/** What opens the wallet here without the server. */
export type OfflineWays = {
  methods: readonly FactorSecret['kind'][]
  /** Of the passkeys among them; base64url. */
  credentialIds: readonly string[]
}

/** The way out when the server is gone: device share D and sealed R are on the device, and so is the vault. */
export type OfflineExit = {
  ways: () => Promise<OfflineWays>
  /**
   * Opens the wallet with what the device keeps and one factor.
   *
   * @throws LatchkeyError `recovery_failed`, `backup_code_invalid`, `session_ended`
   */
  open: (options: { secret: FactorSecret }) => Promise<{ address: string }>
}

/**
 * Makes {@link OfflineExit}. The server is not asked whether it is really away, and gives no permission: whoever has the device and a
 * factor has the key, with this code or without it. What the server's rules hold up is a thief who has a session alone.
 */
export function createOfflineExit({ context, wallet }: { context: WalletContext; wallet: Wallet }): OfflineExit {
  const { session, store, keys, projectId } = context

  const find = async (): Promise<{ record: DeviceRecord; slot: DeviceSlot; factors: DeviceRecord['factors'] }> => {
    const person = session.current()
    if (!person) throw new ServiceError('session_ended')
    const [record] = await findDeviceRecords({ store, projectId, person })
    // The confirmed share is whole in itself: its vault, its D and its R are of one epoch, whatever was cut off since.
    if (!record?.current) throw new ServiceError('recovery_failed')
    const slot = record.current
    // Sealed to it, and for a password the key that stands in for the server.
    const isUsable = ({ id, meta }: Factor) =>
      slot.sealed.some(({ factorId }) => factorId === id) &&
      (meta.oprf === undefined || (slot.passwords?.some(({ factorId }) => factorId === id) ?? false))
    const factors = record.factors.filter(isUsable)
    return { record, slot, factors }
  }

  const openWith = async ({ secret, ...found }: Awaited<ReturnType<typeof find>> & { secret: FactorSecret }) => {
    const { record, slot, factors } = found
    const { walletId, address, deviceId, key, seenVersion } = record
    const { epoch, box, vault, vaultVersion } = slot
    // There may be several codes; which one was typed only trying tells.
    for (const { id } of factors.filter(({ kind }) => kind === secret.kind)) {
      const sealed = slot.sealed.find(({ factorId }) => factorId === id)
      if (!sealed) continue
      try {
        return await keys.openOffline({
          wallet: { walletId, address, vault, vaultVersion, seenVersion, factors, accounts: null },
          factorId: id,
          secret,
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
      const { factors } = await find()
      return {
        methods: (['passkey', 'backupCode', 'password'] as const).filter((way) =>
          factors.some(({ kind }) => kind === way),
        ),
        credentialIds: factors.flatMap(({ meta }) => meta.credentialId ?? []),
      }
    },
    open: async ({ secret }) => {
      const found = await find()
      const { accounts, factors } = await openWith({ ...found, secret })
      const { walletId, address } = found.record
      // Open is open: the lock of an unused wallet must know of it.
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
