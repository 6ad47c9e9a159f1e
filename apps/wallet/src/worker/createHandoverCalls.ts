import { ServiceError } from '@latchkey/protocol/errors'
import {
  type Bytes,
  createHandover,
  matchNumberOf,
  parseHandoverCode,
  verifyHandoverAnswer,
  wipe,
} from '@latchkey/vault'
import type { KeyRing } from './KeyRing.ts'
import type { KeyWorkerCalls } from './KeyWorkerCalls.ts'
import type { RunRare } from './RareCalls.ts'

type HandoverCalls = Pick<
  KeyWorkerCalls,
  'startHandover' | 'checkHandover' | 'sealHandover' | 'answerHandover' | 'finishHandover'
>

/** Both sides of a device transfer, which gives the data key to a new device. */
export function createHandoverCalls({ ring, rare }: { ring: KeyRing; rare: RunRare }): HandoverCalls {
  let given: { handoverId: string; secret: Bytes; publicKey: Bytes | null } | null = null
  let taken: { handoverId: string; secret: Bytes; privateKey: Bytes } | null = null
  ring.whenLocked(() => {
    if (given) wipe(given.secret)
    if (taken) wipe(taken.secret, taken.privateKey)
    given = null
    taken = null
  })

  return {
    startHandover: async ({ handoverId }) => {
      ring.current()
      const { code, secret } = createHandover({ handoverId })
      given = { handoverId, secret, publicKey: null }
      return { code }
    },
    checkHandover: async ({ pub, mac }) => {
      if (!given || !(await verifyHandoverAnswer({ secret: given.secret, pub, mac })))
        throw new ServiceError('recovery_failed')
      given = { ...given, publicKey: pub }
      return { matchNumber: await matchNumberOf({ secret: given.secret, pub }) }
    },
    sealHandover: async () => {
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
    answerHandover: async ({ code }) => {
      const { handoverId, secret } = parseHandoverCode(code)
      const { privateKey, pub, mac } = await rare((calls) => calls.answerHandover({ secret }))
      taken = { handoverId, secret, privateKey }
      return { handoverId, pub, mac, matchNumber: await matchNumberOf({ secret, pub }) }
    },
    finishHandover: async ({ wallet, enc, ct }) => {
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
