import { createHash } from 'node:crypto'
import { ServiceError } from '@latchkey/protocol/errors'
import { type evaluatePassword, passwordTriesPerDay } from '@latchkey/protocol/wallet'
import { describeSession } from '../auth/describeSession.ts'
import { lockUser } from '../auth/lockUser.ts'
import type { WalletCaller } from '../auth/WalletCaller.ts'
import { toBase64url } from './bytes.ts'
import { evaluateElement, publicKeyOf, readElement } from './passwordOprf.ts'
import { readPassword } from './passwordStore.ts'
import { countTry } from './passwordTries.ts'
import type { VaultPorts } from './VaultPorts.ts'
import { readFactors, readWallet } from './vaultStore.ts'
import type { WalletCall } from './WalletCall.ts'

/** Evaluates passwords for devices that have not opened the wallet. */
export type PasswordService = { evaluate: WalletCall<typeof evaluatePassword> }

/**
 * Creates the service that evaluates blinded passwords. A try counts for the account, so no login, device or new password resets it. The
 * try is counted, reported and logged before the evaluation, so a crash cannot undo the count.
 */
export function createPasswordService({ context, sealer, audit, notify }: VaultPorts): PasswordService {
  const { config, database, clock } = context

  /** @returns the remaining tries */
  const note = (session: WalletCaller, element: string) =>
    database.transaction(async (tx) => {
      const { userId, deviceId, hostOrigin, language } = session
      await lockUser({ tx, session })
      const { count, isNew } = await countTry(tx, { userId, element, now: clock.now() })
      if (isNew) {
        const named = await describeSession({ db: tx, config, session })
        const contents = { ...named, hostOrigin, count, limit: passwordTriesPerDay }
        await notify(tx, { userId, language, template: 'passwordTried', contents })
        await audit.record(tx, { event: 'password.tried', userId, deviceId, data: { count } })
      }
      return passwordTriesPerDay - count
    })

  return {
    evaluate: async (session, { factorId, blinded }) => {
      const element = readElement(blinded)
      const wallet = await readWallet(database, { userId: session.userId })
      if (!wallet) throw new ServiceError('wallet_unknown')
      const walletId = wallet.id
      const factors = await readFactors(database, { walletId })
      if (!factors.some(({ id, kind }) => id === factorId && kind === 'password')) {
        throw new ServiceError('factor_unknown')
      }
      const secret = await readPassword(database, { sealer, walletId, factorId })
      // With a key other than the password's own, every password would look wrong. Report that before a try is used up.
      if (!secret?.key || publicKeyOf(secret.key) !== secret.factor.meta.oprf) {
        throw new ServiceError('password_outdated')
      }
      const digest = createHash('sha256').update(factorId).update(element).digest('hex')
      const triesLeft = await note(session, digest)
      const evaluated = evaluateElement({ key: secret.key, element })
      return { evaluated: toBase64url(evaluated), bind: secret.factor.meta.bind, triesLeft }
    },
  }
}
