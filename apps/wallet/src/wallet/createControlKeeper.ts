import { ServiceError } from '@latchkey/protocol/errors'
import { registerControlKey } from '@latchkey/protocol/wallet'
import type { DeviceRecord } from '../device/KeyValueStore.ts'
import type { WalletRecords } from './createWalletRecords.ts'
import type { ServerWallet } from './serverWallet.ts'
import { signChange } from './signChange.ts'
import type { WalletContext } from './WalletContext.ts'

/** Ensures that the server and this device know the wallet's control key, which older wallets lack. */
export type ControlKeeper = {
  /** Stores the keys that the server and this device know, once the wallet is unlocked here. */
  note: (options: { server: Pick<ServerWallet, 'controlKey'>; record: DeviceRecord }) => void
  /** Registers the key if it is not known yet. If this was cut off, the next change or unlock repeats it. */
  ensure: () => Promise<void>
}

/**
 * Creates {@link ControlKeeper}. The key is derived only if the device does not know it, so an ordinary unlock derives nothing.
 */
export function createControlKeeper({
  context,
  records: { find, keep, exclusively },
}: {
  context: WalletContext
  records: WalletRecords
}): ControlKeeper {
  const { session, keys } = context
  /** The server's key, while this device still has to check it; undefined: nothing to do. */
  let open: { walletId: string; serverKey: string | null } | undefined

  const name = async () => {
    const person = session.current()
    if (!open || !person) return
    const { walletId, serverKey } = open
    const { userId, deviceId } = person
    const claim = await keys.claimControl({ userId, deviceId })
    if (serverKey === null) {
      const body = await signChange({ context, action: 'register', body: claim })
      await session.request(registerControlKey, { body })
    } else if (serverKey !== claim.controlKey) {
      // A foreign key: the server would refuse all changes of this wallet, so its owner must know.
      context.alert('signature_invalid')
      throw new ServiceError('signature_invalid')
    }
    const [record] = await find()
    if (record?.walletId === walletId && record.controlKey !== claim.controlKey)
      await keep({ ...record, controlKey: claim.controlKey })
    open = undefined
  }

  return {
    note: ({ server, record: { walletId, controlKey } }) => {
      const isKnown = server.controlKey !== null && server.controlKey === controlKey
      open = isKnown ? undefined : { walletId, serverKey: server.controlKey }
    },
    ensure: async () => {
      if (open) await exclusively(name)
    },
  }
}
