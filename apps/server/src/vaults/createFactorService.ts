import { ServiceError } from '@latchkey/protocol/errors'
import type {
  addFactor,
  Factor,
  noteExport,
  removeFactor,
  reportOfflineExport,
  updateVault,
} from '@latchkey/protocol/wallet'
import { and, eq, sql } from 'drizzle-orm'
import { auditLog } from '../audit/schema.ts'
import { describeSession } from '../auth/describeSession.ts'
import { passkeys } from '../auth/schema.ts'
import { fromBase64url } from './bytes.ts'
import { createWalletLock, replaceVault } from './createWalletLock.ts'
import { publicKeyOf } from './passwordOprf.ts'
import { writePassword } from './passwordStore.ts'
import { requireEnrolled } from './requireEnrolled.ts'
import { wallets } from './schema.ts'
import { invalid, storeDeviceShares } from './storeDeviceShares.ts'
import type { VaultPorts } from './VaultPorts.ts'
import { deleteFactors, insertFactors, readFactors } from './vaultStore.ts'
import type { WalletCall } from './WalletCall.ts'

/** As many as a wallet may be created with, and a device can seal to at once. */
const maxFactors = 10
const hour = 60 * 60

/** Changes of a wallet that need a fresh proof of who somebody is. Each is made whole or not at all. */
export type FactorService = {
  add: WalletCall<typeof addFactor>
  remove: WalletCall<typeof removeFactor>
  updateVault: WalletCall<typeof updateVault>
  noteExport: WalletCall<typeof noteExport>
  /** Notes an export that a device made while the server did not answer; once for each report. */
  reportOfflineExport: WalletCall<typeof reportOfflineExport>
}

/** Creates the service that changes wallets. */
export function createFactorService({ context, sealer, audit, counters, notify, news }: VaultPorts): FactorService {
  const { config, database, clock } = context
  const now = () => new Date(clock.now())
  const { change, lock } = createWalletLock({ context, news })

  /**
   * What a new password needs: its key, and to take the place of every password before it. A wallet has one, so that ten tries a day are
   * ten in sum.
   */
  const readNewPassword = ({
    factor,
    passwordKey,
    replaces = [],
    passwordIds,
  }: {
    factor: Factor
    passwordKey: string | undefined
    replaces: readonly string[] | undefined
    passwordIds: readonly string[]
  }): { key: Uint8Array } | undefined => {
    if (factor.kind !== 'password') {
      if (passwordKey === undefined && replaces.length === 0) return undefined
      throw invalid('factor.kind', 'Only a password has a key, and takes the place of another')
    }
    const key = fromBase64url(passwordKey ?? '')
    if (factor.meta.oprf === undefined || publicKeyOf(key) !== factor.meta.oprf) {
      throw invalid('passwordKey', 'The key of the password is missing, or its public half is another')
    }
    if (replaces.length !== passwordIds.length || !passwordIds.every((id) => replaces.includes(id))) {
      throw invalid('replaces', 'A new password takes the place of all that there are')
    }
    return { key }
  }

  const idsOf = (factors: readonly { id: string }[]) => factors.map(({ id }) => id)

  return {
    add: (session, body) =>
      change(session, async (tx) => {
        const { factor, passwordKey, replaces = [], device, ...vault } = body
        const { userId, deviceId } = session
        const { wallet, control, stepUp, requireUnfrozen } = await lock(tx, session)
        await control('addFactor', body)
        const walletId = wallet.id
        const known = await readFactors(tx, { walletId })
        const factors = known.filter(({ id }) => !replaces.includes(id))
        // The first one too: with a factor of their own, a person at an open browser could take the secret out. A new user's login is
        // fresh and counts, so nothing is asked within five minutes of it.
        await stepUp()
        if (replaces.length > 0) requireUnfrozen()
        if (factors.length >= maxFactors) throw invalid('factor', `A wallet has at most ${maxFactors} ways to recover`)
        // First of all: where another device was quicker, the list that the caller knows is not the list that there is.
        const version = await replaceVault(tx, { wallet, ...vault })
        const passwordIds = idsOf(known.filter(({ kind }) => kind === 'password'))
        const password = readNewPassword({ factor, passwordKey, replaces, passwordIds })
        await deleteFactors(tx, { factorIds: replaces })
        if (!(await insertFactors(tx, { walletId, factors: [factor], createdAt: now() }))) {
          throw invalid('factor.id', 'There is a factor with this id already')
        }
        if (password) {
          await writePassword(tx, { sealer, walletId, secret: { factor, key: password.key }, createdAt: now() })
        }
        const factorIds = [...idsOf(factors), factor.id]
        const common = { tx, sealer, session, walletId, device, createdAt: now() }
        await storeDeviceShares({ ...common, factorIds, covering: [factor.id] })
        const { app } = await describeSession({ db: tx, config, session })
        await notify(tx, {
          userId,
          language: session.language,
          template: 'recoveryAdded',
          contents: { app, kind: factor.kind },
        })
        await audit.record(tx, { event: 'recovery.added', userId, deviceId, data: { kind: factor.kind } })
        return version
      }),

    remove: (session, body) =>
      change(session, async (tx) => {
        const { factorId, ...vault } = body
        const { userId, deviceId } = session
        const { wallet, control, stepUp, requireUnfrozen } = await lock(tx, session)
        await control('removeFactor', body)
        await stepUp()
        requireUnfrozen()
        const factor = (await readFactors(tx, { walletId: wallet.id })).find(({ id }) => id === factorId)
        if (!factor) throw new ServiceError('factor_unknown')
        const version = await replaceVault(tx, { wallet, ...vault })
        await deleteFactors(tx, { factorIds: [factorId] })
        // Who removes a passkey has lost it, or trusts it no longer: it must not log in either.
        if (factor.kind === 'passkey' && factor.meta.credentialId) {
          await tx
            .delete(passkeys)
            .where(and(eq(passkeys.credentialId, factor.meta.credentialId), eq(passkeys.userId, userId)))
        }
        const { app } = await describeSession({ db: tx, config, session })
        await notify(tx, {
          userId,
          language: session.language,
          template: 'recoveryRemoved',
          contents: { app, kind: factor.kind },
        })
        await audit.record(tx, { event: 'recovery.removed', userId, deviceId, data: { kind: factor.kind } })
        return version
      }),

    updateVault: (session, body) =>
      change(session, async (tx) => {
        const { userId, deviceId } = session
        const { wallet, control, stepUp } = await lock(tx, session)
        await control('updateVault', body)
        await stepUp()
        const version = await replaceVault(tx, { wallet, ...body })
        const data = { accounts: body.accounts.length }
        await audit.record(tx, { event: 'wallet.imported', userId, deviceId, data })
        return version
      }),

    reportOfflineExport: async (session, { reportId, kind, at }) => {
      const { userId, deviceId } = session
      await requireEnrolled({ db: database, session })
      await counters.consume([{ key: `offline-export:${userId}`, limit: 20, window: hour }])
      return database.transaction(async (tx) => {
        const { wallet } = await lock(tx, session)
        const [known] = await tx
          .select({ seq: auditLog.seq })
          .from(auditLog)
          .where(
            and(
              eq(auditLog.userId, userId),
              eq(auditLog.event, 'wallet.exported.offline'),
              sql`${auditLog.data}->>'report' = ${reportId}`,
            ),
          )
          .limit(1)
        if (known) return {}
        await tx.update(wallets).set({ exportedAt: now() }).where(eq(wallets.id, wallet.id))
        const named = await describeSession({ db: tx, config, session })
        const contents = { ...named, kind }
        await notify(tx, { userId, language: session.language, template: 'walletExportedOffline', contents })
        const data = { kind, at, report: reportId }
        await audit.record(tx, { event: 'wallet.exported.offline', userId, deviceId, data })
        return {}
      })
    },

    noteExport: async (session, { kind }) => {
      const { userId, deviceId } = session
      // Who may not ask at all uses nothing of the owner's limit up.
      await requireEnrolled({ db: database, session })
      await counters.consume([{ key: `export:${userId}`, limit: 10, window: hour }])
      return database.transaction(async (tx) => {
        const { wallet, stepUp, requireUnfrozen } = await lock(tx, session)
        await stepUp()
        requireUnfrozen()
        await tx.update(wallets).set({ exportedAt: now() }).where(eq(wallets.id, wallet.id))
        const named = await describeSession({ db: tx, config, session })
        await notify(tx, {
          userId,
          language: session.language,
          template: 'walletExported',
          contents: { ...named, kind },
        })
        await audit.record(tx, { event: 'wallet.exported', userId, deviceId, data: { kind } })
        return {}
      })
    },
  }
}
