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

/** Maximum for the creation of a wallet, and for the shares that a device can seal at once. */
const maxFactors = 10
const hour = 60 * 60

/** Changes of a wallet that need a fresh step-up. Each is all or nothing. */
export type FactorService = {
  add: WalletCall<typeof addFactor>
  remove: WalletCall<typeof removeFactor>
  updateVault: WalletCall<typeof updateVault>
  noteExport: WalletCall<typeof noteExport>
  /** Records an export made during an outage of the server, once per report. */
  reportOfflineExport: WalletCall<typeof reportOfflineExport>
}

export function createFactorService({ context, sealer, audit, counters, notify, news }: VaultPorts): FactorService {
  const { config, database, clock } = context
  const now = () => new Date(clock.now())
  const { change, lock } = createWalletLock({ context, news })

  /**
   * Checks a new password: it needs a key, and must replace every earlier password. A wallet has only one, so that ten tries per day are
   * the total.
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
      throw invalid('factor.kind', 'Only a password has a key and replaces another')
    }
    const key = fromBase64url(passwordKey ?? '')
    if (factor.meta.oprf === undefined || publicKeyOf(key) !== factor.meta.oprf) {
      throw invalid('passwordKey', 'The key of the password is missing, or its public half is another')
    }
    if (replaces.length !== passwordIds.length || !passwordIds.every((id) => replaces.includes(id))) {
      throw invalid('replaces', 'A new password replaces all earlier ones')
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
        // Even for the first factor: with their own factor, a person at an unattended browser could take the secret. A new user's login is
        // fresh, so they are not asked within five minutes of it.
        await stepUp()
        if (replaces.length > 0) requireUnfrozen()
        if (factors.length >= maxFactors) throw invalid('factor', `A wallet has at most ${maxFactors} ways to recover`)
        // Check the version first: if another device was faster, the caller's list of factors is outdated.
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
        // A removed passkey is lost or no longer trusted, so it must not log in either.
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
      // Refuse other devices before the count, so that they cannot use up the owner's limit.
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
