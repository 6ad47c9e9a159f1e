import { ServiceError } from '@latchkey/protocol/errors'
import { getEarlierWallet, rotateWallet, undoRotation } from '@latchkey/protocol/wallet'
import { fromBase64Url, toBase64Url } from '@latchkey/vault'
import { slotOfEpoch } from '../device/deviceSlots.ts'
import type { Wallet } from './createWallet.ts'
import { findDeviceRecords } from './findDeviceRecords.ts'
import { signChange } from './signChange.ts'
import type { WalletContext } from './WalletContext.ts'

/** Changes of the data key. */
export type Rotation = {
  /** Seals the wallet under a new data key and removes all other devices. */
  rotate: () => Promise<void>
  /**
   * Reverts a change; every login ends. A device that the change removed opens the earlier epoch with its kept share.
   *
   * @throws LatchkeyError `archive_unknown`, `step_up_required`, `wallet_locked` on a device without a share of either epoch
   */
  undo: (options: { archiveId: string }) => Promise<void>
}

/** Days for which devices accept the earlier vault again: one more than the server keeps it. */
const returnDays = 8

/** Creates {@link Rotation}. */
export function createRotation({ context, wallet }: { context: WalletContext; wallet: Wallet }): Rotation {
  const { session, store, keys, projectId } = context
  const returnUntil = () => Math.floor(context.now() / 1000) + returnDays * 24 * 60 * 60

  /** Opens the earlier epoch in the key worker, on a device without a share of the current one. */
  const openEarlier = async ({
    archiveId,
    address,
    walletId,
  }: {
    archiveId: string
    address: string
    walletId: string
  }) => {
    const { vault, version, factors, share } = await session.request(getEarlierWallet, { body: { archiveId } })
    const person = session.current()
    const [record] = person ? await findDeviceRecords({ store, projectId, person }) : []
    const slot = record && share ? slotOfEpoch({ record, epoch: share.epoch }) : undefined
    if (!record || !share || !slot?.box || record.walletId !== walletId) throw new ServiceError('wallet_locked')
    const { key, deviceId } = record
    await keys.unlock({
      wallet: {
        ...{ walletId, address, vault: fromBase64Url(vault), vaultVersion: version },
        ...{ seenVersion: 0, factors, accounts: record.accounts },
      },
      target: { key, deviceId, epoch: slot.epoch },
      box: slot.box,
      share: fromBase64Url(share.share),
    })
  }

  return {
    rotate: async () => {
      await wallet.unlock()
      const until = returnUntil()
      await wallet.change({
        stage: (target) => keys.rotate({ target, until }),
        send: async ({ vault, replaces, factors, device, return: back }) => {
          const fields = {
            vault: toBase64Url(vault),
            vaultVersion: replaces,
            factors: [...factors],
            device,
            return: back,
          }
          return session.request(rotateWallet, { body: await signChange({ context, action: 'rotate', body: fields }) })
        },
      })
      await wallet.open()
    },
    undo: async ({ archiveId }) => {
      const { server } = await wallet.readServer()
      const entry = server.earlier.find((one) => one.archiveId === archiveId)
      if (!entry) throw new ServiceError('archive_unknown')
      const isPutOut = wallet.state.getState().status === 'recovering'
      if (isPutOut) await openEarlier({ ...server, archiveId })
      else await wallet.unlock()
      try {
        const back = await keys.proveReturn({ version: entry.version, until: returnUntil() })
        const body = await signChange({ context, action: 'undoRotation', body: { archiveId, return: back } })
        await session.request(undoRotation, { body })
      } finally {
        if (isPutOut) await keys.lock()
      }
    },
  }
}
