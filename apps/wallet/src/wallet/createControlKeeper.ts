import { ServiceError } from '@latchkey/protocol/errors'
import { registerControlKey } from '@latchkey/protocol/wallet'
import type { DeviceRecord } from '../device/KeyValueStore.ts'
import type { ServerWallet } from './serverWallet.ts'
import { signChange } from './signChange.ts'
import type { WalletContext } from './WalletContext.ts'

/** Sees to it that the server and this device know the wallet's control key: wallets of before there were any have none yet. */
export type ControlKeeper = {
  /** Takes note of what the server and this device know, once the wallet is open here. */
  note: (options: { server: Pick<ServerWallet, 'controlKey'>; record: DeviceRecord }) => void
  /** Names the key where it is not known yet; done again with the next change or opening when it was cut off. */
  ensure: () => Promise<void>
}

/**
 * Makes {@link ControlKeeper}. The key is derived only where the device does not know it, so that an ordinary opening derives nothing.
 *
 * @param options.read what the device keeps of the wallet now
 * @param options.exclusively runs work while no other tab of this device does
 */
export function createControlKeeper({
  context,
  read,
  exclusively,
}: {
  context: WalletContext
  read: () => Promise<DeviceRecord | undefined>
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
}): ControlKeeper {
  const { session, keys, store } = context
  /** What the server knows, while this device has to look; undefined: nothing is to be done. */
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
      // Somebody else's key: the server takes no change of this wallet any more, and its owner has to know.
      context.alert('signature_invalid')
      throw new ServiceError('signature_invalid')
    }
    const record = await read()
    if (record?.walletId === walletId && record.controlKey !== claim.controlKey)
      await store.put('wallets', walletId, { ...record, controlKey: claim.controlKey })
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
