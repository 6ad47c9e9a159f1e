import { ServiceError } from '@latchkey/protocol/errors'
import { type Bytes, equalBytes, wipe } from '@latchkey/vault'
import type { KeyRing } from './KeyRing.ts'
import type { KeyWorkerCalls } from './KeyWorkerCalls.ts'
import type { RunRare } from './RareCalls.ts'

/** A password that the server evaluates. */
type Asked = {
  walletId: string
  factorId: string
  password: string
  blind: Bytes
  blinded: Bytes
  /** Set after a right answer, for exactly this address. */
  right: { secret: Bytes; address: string } | null
}

/** The wallet of a password. */
type Place = { walletId: string; factorId: string; address: string }

/** Lets the server evaluate a password, and keeps its secret until the wallet is unlocked. */
export function createPasswordCalls({ ring, rare }: { ring: KeyRing; rare: RunRare }): {
  calls: Pick<KeyWorkerCalls, 'blindPassword' | 'checkPassword'>
  /** Returns a copy of the secret of the right password for this wallet; undefined without one. */
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
        // The answer may have been lost: the same element is the same attempt.
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
          // Locked, or another password was entered in the meantime.
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
