import { ServiceError } from '@latchkey/protocol/errors'
import {
  type Bytes,
  createDeviceTransfer,
  matchNumberOf,
  parseDeviceTransferCode,
  verifyDeviceTransferAnswer,
  wipe,
} from '@latchkey/vault'
import type { KeyRing } from './KeyRing.ts'
import type { KeyWorkerCalls } from './KeyWorkerCalls.ts'
import type { RunRare } from './RareCalls.ts'

type DeviceTransferCalls = Pick<
  KeyWorkerCalls,
  'startTransfer' | 'checkTransfer' | 'sealTransfer' | 'answerTransfer' | 'finishTransfer'
>

/** Both sides of a device transfer, which gives the data key to a new device. */
export function createDeviceTransferCalls({ ring, rare }: { ring: KeyRing; rare: RunRare }): DeviceTransferCalls {
  let given: { handoverId: string; secret: Bytes; publicKey: Bytes | null } | null = null
  let taken: { handoverId: string; secret: Bytes; privateKey: Bytes } | null = null
  ring.whenLocked(() => {
    if (given) wipe(given.secret)
    if (taken) wipe(taken.secret, taken.privateKey)
    given = null
    taken = null
  })

  return {
    startTransfer: async ({ handoverId }) => {
      ring.current()
      const { code, secret } = createDeviceTransfer({ handoverId })
      given = { handoverId, secret, publicKey: null }
      return { code }
    },
    checkTransfer: async ({ pub, mac }) => {
      if (!given || !(await verifyDeviceTransferAnswer({ secret: given.secret, pub, mac })))
        throw new ServiceError('recovery_failed')
      given = { ...given, publicKey: pub }
      return { matchNumber: await matchNumberOf({ secret: given.secret, pub }) }
    },
    sealTransfer: async () => {
      if (!given?.publicKey) throw new ServiceError('recovery_failed')
      const { handoverId, secret, publicKey } = given
      const { walletId } = ring.current()
      const sealed = await rare((calls) =>
        calls.sealDataKey({ dataKey: ring.current().dataKey, publicKey, secret, walletId, handoverId }),
      )
      wipe(secret)
      given = null
      return sealed
    },
    answerTransfer: async ({ code }) => {
      const { handoverId, secret } = parseDeviceTransferCode(code)
      const { privateKey, pub, mac } = await rare((calls) => calls.answerDeviceTransfer({ secret }))
      taken = { handoverId, secret, privateKey }
      return { handoverId, pub, mac, matchNumber: await matchNumberOf({ secret, pub }) }
    },
    finishTransfer: async ({ wallet, enc, ct }) => {
      if (!taken) throw new ServiceError('recovery_failed')
      const own = taken
      const { handoverId, secret, privateKey } = own
      const { walletId } = wallet
      const dataKey = await rare((calls) => calls.openDataKey({ privateKey, enc, ct, secret, walletId, handoverId }))
      wipe(privateKey, secret)
      if (taken !== own) {
        // Locked in the meantime: nothing is opened after it.
        wipe(dataKey)
        throw new ServiceError('wallet_locked')
      }
      taken = null
      return ring.open({ wallet, dataKey })
    },
  }
}
