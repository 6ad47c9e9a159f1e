import { ServiceError } from '@latchkey/protocol/errors'
import { type Bytes, equalBytes, wipe } from '@latchkey/vault'
import type { KeyRing } from './KeyRing.ts'
import type { KeyWorkerCalls } from './KeyWorkerCalls.ts'
import type { RunRare } from './RareCalls.ts'

/** A password that the server is asked about. */
type Asked = {
  walletId: string
  factorId: string
  password: string
  blind: Bytes
  blinded: Bytes
  /** Once the answer was that it is right, for this very address. */
  right: { secret: Bytes; address: string } | null
}

/** The wallet that a password is of. */
type Place = { walletId: string; factorId: string; address: string }

/** Has the server evaluate a password, and keeps its secret until the wallet is open. */
export function createPasswordCalls({ ring, rare }: { ring: KeyRing; rare: RunRare }): {
  calls: Pick<KeyWorkerCalls, 'blindPassword' | 'checkPassword'>
  /** A copy of the secret of the password that was right for this wallet; undefined when there was none. */
  secretOf: (place: Place) => Bytes | undefined
  forget: () => void
} {
  let asked: Asked | null = null
  const forget = () => {
    if (asked) wipe(asked.blind)
    if (asked?.right) wipe(asked.right.secret)
    asked = null
  }
  ring.whenLocked(forget)

  return {
    calls: {
      blindPassword: async ({ walletId, factorId, password }) => {
        // The answer may have been lost: the same element is the same try.
        if (asked?.walletId === walletId && asked.factorId === factorId && asked.password === password)
          return { blinded: asked.blinded }
        forget()
        const { blind, blinded } = await rare((calls) => calls.blindPassword({ walletId, factorId, password }))
        forget()
        asked = { walletId, factorId, password, blind, blinded, right: null }
        return { blinded }
      },
      checkPassword: async ({ blinded, evaluated, bind, address }) => {
        const own = asked
        if (!own || !equalBytes(own.blinded, blinded)) throw new ServiceError('recovery_failed')
        const { walletId, factorId, password, blind } = own
        const secret = await rare((calls) =>
          calls.checkPassword({ walletId, factorId, password, blind, evaluated, bind, address }),
        )
        if (asked !== own) {
          // Locked, or another password was typed meanwhile.
          if (secret) wipe(secret)
          throw new ServiceError('recovery_failed')
        }
        own.right = secret && { secret, address }
        return { isRight: secret !== null }
      },
    },
    secretOf: ({ walletId, factorId, address }) =>
      asked?.right && asked.walletId === walletId && asked.factorId === factorId && asked.right.address === address
        ? new Uint8Array(asked.right.secret)
        : undefined,
    forget,
  }
}
