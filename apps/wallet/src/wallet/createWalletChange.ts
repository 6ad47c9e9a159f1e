import { ServiceError } from '@latchkey/protocol/errors'
import type { DeviceShares, Factor, WalletAccount } from '@latchkey/protocol/wallet'
import { confirmEpoch, nextEpoch, slotOfEpoch } from '../device/deviceSlots.ts'
import { seeFactors } from '../device/factorsSeen.ts'
import type { DeviceRecord, DeviceSlot } from '../device/KeyValueStore.ts'
import type { SealedPasswordKey, SplitTarget } from '../worker/KeyWorkerCalls.ts'
import type { WalletRecords } from './createWalletRecords.ts'
import type { WalletContext } from './WalletContext.ts'

/** Prepared change: a new vault, a new split, or both. */
export type ChangeStage = {
  box?: Uint8Array<ArrayBuffer>
  vault?: Uint8Array<ArrayBuffer>
  device?: DeviceShares
  passwords?: readonly SealedPasswordKey[]
  accounts?: readonly WalletAccount[]
  /** The factors of the new vault; omitted if they stay the same. */
  factors?: readonly Factor[]
}

/**
 * Changes the wallet: `stage` prepares the change, with a target for a new split, and `send` sends it to the server. The device's
 * record is written first, so it can be cut off at any point. The caller holds the device's lock.
 *
 * @throws LatchkeyError `wallet_locked`; errors of `send`, after which nothing has changed
 */
export type WalletChange = <Staged extends ChangeStage>(options: {
  /** `known`: the factors of the current vault. */
  stage: (target: SplitTarget, known: readonly Factor[]) => Promise<Staged>
  send: (staged: Staged) => Promise<{ vaultVersion?: number }>
}) => Promise<Staged>

/** Creates {@link WalletChange}. If another tab or device was faster, reads its vault and repeats the change. */
export function createWalletChange({
  context,
  records: { find, keep, readServer },
}: {
  context: WalletContext
  records: WalletRecords
}): WalletChange {
  const { keys } = context

  /** The record, once it is certain which of its two shares the server has. */
  const settle = async (): Promise<{ record: DeviceRecord; current: DeviceSlot }> => {
    const [found] = await find()
    if (found?.current && !found.pending) return { record: found, current: found.current }
    const { server, record } = await readServer()
    const slot = record && server.share ? slotOfEpoch({ record, epoch: server.share.epoch }) : undefined
    if (!record || !slot) throw new ServiceError('wallet_locked')
    const settled = confirmEpoch({ record, slot, now: context.now() })
    await keep(settled)
    return { record: settled, current: slot }
  }

  const changeOnce: WalletChange = async ({ stage, send }) => {
    const { record, current } = await settle()
    const target = { deviceId: record.deviceId, epoch: nextEpoch({ record, serverEpoch: undefined }), key: record.key }
    try {
      const staged = await stage(target, record.factors)
      const { box, vault, device, passwords = [], accounts = record.accounts, factors = record.factors } = staged
      const next: DeviceSlot = {
        ...current,
        ...(vault ? { vault } : {}),
        ...(box && device ? { epoch: device.epoch, box, lockedBox: null, sealed: device.sealed, passwords } : {}),
      }
      // On disk before the server knows: whichever epoch it reports, its share is here.
      const prepared = box ? { ...record, pending: next, lastEpoch: next.epoch } : record
      if (box) await keep(prepared)
      const { vaultVersion = current.vaultVersion } = await send(staged)
      await keys.commit()
      const confirmed = confirmEpoch({ record: prepared, slot: { ...next, vaultVersion }, now: context.now() })
      await keep({ ...confirmed, accounts, factors, factorsSeen: seeFactors({ record, factors, now: context.now() }) })
      return staged
    } catch (error) {
      await keys.discard()
      throw error
    }
  }

  return async (options) => {
    try {
      return await changeOnce(options)
    } catch (error) {
      if (!(error instanceof ServiceError) || !['vault_outdated', 'epoch_outdated'].includes(error.code)) throw error
      const { sealed: wallet } = await readServer()
      await keys.reload({ wallet })
      return changeOnce(options)
    }
  }
}
