import { ServiceError } from '@latchkey/protocol/errors'
import { evaluatePassword, type ListedFactor } from '@latchkey/protocol/wallet'
import { fromBase64Url, toBase64Url } from '@latchkey/vault'
import type { Factors } from './createFactors.ts'
import type { Wallet } from './createWallet.ts'
import type { WalletContext } from './WalletContext.ts'
import { walletOf } from './walletReducer.ts'

/** The unlocked wallet, or the remaining password attempts of the next 24 hours. */
export type PasswordOutcome = { address: string } | { triesLeft: number }

/**
 * Unlocks the wallet with a password. The server evaluates it blindly, and counts the attempt. The same password again, after a lost
 * answer, is the same attempt.
 *
 * @throws LatchkeyError `rate_limited` with `retryAfter`; `password_outdated` for a password that works only on devices that have
 * unlocked the wallet; `recovery_failed`
 */
export type RecoverWithPassword = (options: { password: string }) => Promise<PasswordOutcome>

/** Creates {@link RecoverWithPassword}. */
export function createPasswordRecovery({
  context,
  wallet,
  factors,
}: {
  context: Pick<WalletContext, 'session' | 'keys'>
  wallet: Wallet
  factors: () => Promise<Factors>
}): RecoverWithPassword {
  const { session, keys } = context

  const evaluate = async (password: string, factorId: string): Promise<PasswordOutcome> => {
    const view = walletOf(wallet.state.getState())
    if (!view) throw new ServiceError('recovery_failed')
    const { walletId, address } = view
    const { blinded } = await keys.blindPassword({ walletId, factorId, password })
    const { evaluated, bind, triesLeft } = await session.request(evaluatePassword, {
      body: { factorId, blinded: toBase64Url(blinded) },
    })
    const { isRight } = await keys.checkPassword({ blinded, evaluated: fromBase64Url(evaluated), bind, address })
    if (!isRight) return { triesLeft }
    return { address: (await wallet.recover({ factorId, secret: { kind: 'password', password } })).address }
  }

  /** A password of an earlier version, on a device that has unlocked the wallet, as the server knows. */
  const openOld = async (password: string, ids: readonly string[]): Promise<PasswordOutcome> => {
    let failure: unknown
    for (const factorId of ids) {
      try {
        const { address } = await wallet.recover({ factorId, secret: { kind: 'password', password } })
        // Renew it while it is available. If the server requires a step-up first, the security page asks for it later.
        await (await factors()).add({ secret: { kind: 'password', password } }).catch(() => {})
        return { address }
      } catch (error) {
        failure = error
        if (!(error instanceof ServiceError) || error.code !== 'recovery_failed') throw error
      }
    }
    throw failure
  }

  return async ({ password }) => {
    const view = walletOf(wallet.state.getState())
    const passwords = view?.factors.filter(({ kind }) => kind === 'password') ?? []
    const [first] = passwords
    if (!first) throw new ServiceError('recovery_failed')
    const old = passwords.filter(isOldPassword).map(({ id }) => id)
    return old.length > 0 ? openOld(password, old) : evaluate(password, first.id)
  }
}

/** Whether an earlier version set the password: it has a salt, and the server cannot evaluate it. */
function isOldPassword(factor: ListedFactor): boolean {
  return factor.kind === 'password' && 'meta' in factor && factor.meta.oprf === undefined
}

/**
 * Whether a password must be set again, as seen by a device that has unlocked the wallet: an earlier version set it, or the server has
 * lost its key.
 */
export function isOutdatedPassword(factor: ListedFactor): boolean {
  return factor.kind === 'password' && (!('meta' in factor) || isOldPassword(factor))
}
