import type { EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type {
  createWallet,
  enrolDevice,
  getWallet,
  RecoverySet,
  recoverWallet,
  registerControlKey,
  SealedShare,
} from '@latchkey/protocol/wallet'
import { and, eq, notInArray, sql } from 'drizzle-orm'
import { auditLog } from '../audit/schema.ts'
import { describeSession } from '../auth/describeSession.ts'
import { lockUser } from '../auth/lockUser.ts'
import { readLoginMovedAt } from '../auth/readLoginMovedAt.ts'
import { passkeys, users } from '../auth/schema.ts'
import type { WalletCaller } from '../auth/WalletCaller.ts'
import { noteEmbeddedOwner } from '../embeddedOwners/embeddedOwners.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { readArchives } from './archiveStore.ts'
import { fromBase64url, toBase64url } from './bytes.ts'
import { readPassword, readWholeFactors } from './passwordStore.ts'
import { readControlClaim, requireControl } from './requireControl.ts'
import { requireEnrolled } from './requireEnrolled.ts'
import { wallets } from './schema.ts'
import { invalid, shareContext, storeDeviceShares } from './storeDeviceShares.ts'
import type { VaultPorts } from './VaultPorts.ts'
import {
  insertFactors,
  readFactors,
  readSealed,
  readSetsForFactor,
  readShare,
  readWallet,
  type ShareRow,
  type WalletRow,
} from './vaultStore.ts'
import type { WalletCall } from './WalletCall.ts'

const hour = 60 * 60

/** Sealed wallets and their shares. Every call needs a login, and only concerns its user. */
export type VaultService = {
  get: (session: WalletCaller) => Promise<EndpointResponse<typeof getWallet>>
  create: WalletCall<typeof createWallet>
  recover: WalletCall<typeof recoverWallet>
  register: WalletCall<typeof registerControlKey>
  enrol: WalletCall<typeof enrolDevice>
}

/** Creates the service that stores wallets. It sees shares only while it seals or releases them, and never sees the data they open. */
export function createVaultService({ context, sealer, audit, counters, notify, sessions }: VaultPorts): VaultService {
  const { config, database, clock } = context
  const now = () => new Date(clock.now())

  const open = async (userId: string, { deviceId, epoch, sealed }: ShareRow) =>
    toBase64url(await sealer.open({ sealed, context: shareContext({ userId, deviceId, epoch }) }))

  /** A share that cannot be opened, for example after the loss of a key, must not block the others. */
  const openSets = async (userId: string, found: readonly { share: ShareRow; sealed: SealedShare }[]) => {
    const opened = await Promise.allSettled(
      found.map(async ({ share, sealed }): Promise<RecoverySet> => {
        const { deviceId, epoch } = share
        return { deviceId, epoch, share: await open(userId, share), sealed }
      }),
    )
    const sets = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const [first] = opened
    if (sets.length === 0 && first?.status === 'rejected') throw first.reason
    return sets
  }

  /** One entry per login, because one per reload would flood the log. */
  const noteRelease = async ({ userId, deviceId, sessionId }: WalletCaller) => {
    const [noted] = await database
      .select({ seq: auditLog.seq })
      .from(auditLog)
      .where(
        and(
          eq(auditLog.userId, userId),
          eq(auditLog.event, 'share.released'),
          sql`${auditLog.data}->>'session' = ${sessionId}`,
        ),
      )
      .limit(1)
    if (noted) return
    await database.transaction((tx) =>
      audit.record(tx, { event: 'share.released', userId, deviceId, data: { session: sessionId } }),
    )
  }

  /**
   * Refuse shares for a password of an earlier version, which could be guessed with them. A device that has opened the wallet is exempt.
   */
  const requireUsable = async (place: { walletId: string; factorId: string; deviceId: string }) => {
    const { walletId, factorId, deviceId } = place
    const factors = await readFactors(database, { walletId })
    if (!factors.some(({ id, kind }) => id === factorId && kind === 'password')) return
    if (await readShare(database, { deviceId })) return
    const secret = await readPassword(database, { sealer, walletId, factorId })
    if (!secret?.key) throw new ServiceError('password_outdated')
  }

  return {
    get: async (session) => {
      const { userId, deviceId } = session
      const wallet = await readWallet(database, { userId })
      if (!wallet) return { exists: false }
      const walletId = wallet.id
      const reading = readShare(database, { deviceId })
      const [row, factors, sealed, archives, movedAt, [user]] = await Promise.all([
        reading,
        reading.then((own) =>
          own ? readWholeFactors(database, { sealer, walletId }) : readFactors(database, { walletId }),
        ),
        readSealed(database, { deviceId }),
        readArchives(database, { walletId: wallet.id, now: now() }),
        readLoginMovedAt(database, { userId }),
        database.select({ frozenUntil: users.frozenUntil }).from(users).where(eq(users.id, userId)),
      ])
      let share: { epoch: number; share: string } | null = null
      const locked = sessions.lock.isLocked(session)
      if (row && !locked) {
        await counters.consume([{ key: `share:${deviceId}`, limit: 60, window: hour }])
        share = { epoch: row.epoch, share: await open(userId, row) }
        await noteRelease(session)
      }
      return {
        exists: true,
        walletId: wallet.id,
        address: wallet.address,
        vault: toBase64url(wallet.vault),
        vaultVersion: wallet.vaultVersion,
        returned: wallet.returned,
        controlKey: wallet.controlKey && toBase64url(wallet.controlKey),
        custody: wallet.custody,
        accounts: wallet.accounts,
        factors,
        share,
        locked,
        locksIn: sessions.lock.locksIn(session),
        sealed,
        earlier: archives.map(({ id, replacedAt, undoUntil, version }) => ({
          archiveId: id,
          replacedAt: replacedAt.toISOString(),
          until: undoUntil.toISOString(),
          version,
        })),
        exportedAt: wallet.exportedAt?.toISOString() ?? null,
        frozenUntil: user?.frozenUntil && user.frozenUntil > now() ? user.frozenUntil.toISOString() : null,
        loginMovedAt: movedAt?.toISOString() ?? null,
      }
    },

    create: async (session, body) => {
      const { userId, deviceId } = session
      const { walletId, address, accounts, factors, device } = body
      // A password needs a key, so it can only be added later.
      if (factors.some(({ kind }) => kind === 'password'))
        throw invalid('factors', 'A wallet begins without a password')
      const controlKey = await readControlClaim({ userId, deviceId, ...body })
      await requireControl({ wallet: { id: walletId, controlKey }, session, action: 'create', body })
      const factorIds = factors.map(({ id }) => id)
      return database.transaction(async (tx) => {
        await lockUser({ tx, session })
        const [row] = await tx
          .insert(wallets)
          .values({
            id: walletId,
            userId,
            address,
            vault: fromBase64url(body.vault),
            vaultVersion: 1,
            controlKey,
            custody: 'self',
            accounts,
            createdAt: now(),
          })
          .onConflictDoNothing()
          .returning({ vaultVersion: wallets.vaultVersion })
        if (!row) throw new ServiceError('wallet_exists')
        await noteEmbeddedOwner(tx, { address, createdAt: now() })
        if (!(await insertFactors(tx, { walletId, factors, createdAt: now() }))) {
          throw invalid('factors', 'A factor stands twice, or has the id of another')
        }
        // Delete passkeys from before the wallet: they were registered without access to it, and must not outrank the owner's now.
        const own = factors.flatMap(({ meta }) => meta.credentialId ?? [])
        await tx
          .delete(passkeys)
          .where(
            and(eq(passkeys.userId, userId), own.length === 0 ? undefined : notInArray(passkeys.credentialId, own)),
          )
        const common = { tx, sealer, session, walletId, device, createdAt: now() }
        await storeDeviceShares({ ...common, factorIds, covering: factorIds })
        await audit.record(tx, { event: 'wallet.created', userId, deviceId, data: { address } })
        for (const { kind } of factors)
          await audit.record(tx, { event: 'recovery.added', userId, deviceId, data: { kind } })
        return row
      })
    },

    recover: async (session, { factorId }) => {
      const { userId, deviceId, hostOrigin, language } = session
      // The limit is by device, so that a thief of the mailbox cannot use up the owner's recoveries.
      const key = `recover:${deviceId}`
      await counters.consume([
        { key, limit: 10, window: hour },
        { key, limit: 20, window: 24 * hour },
      ])
      const wallet = await readWallet(database, { userId })
      const found = wallet ? await readSetsForFactor(database, { walletId: wallet.id, factorId }) : []
      if (!wallet || found.length === 0) throw new ServiceError('factor_unknown')
      await requireUsable({ walletId: wallet.id, factorId, deviceId })
      const sets = await openSets(userId, found)
      await database.transaction(async (tx) => {
        await lockUser({ tx, session })
        const named = await describeSession({ db: tx, config, session })
        await notify(tx, { userId, language, template: 'walletRecovered', contents: { ...named, hostOrigin } })
        await audit.record(tx, { event: 'recovery.used', userId, deviceId, data: { factor: factorId } })
      })
      return { sets }
    },

    register: async (session, body) =>
      database.transaction(async (tx) => {
        const { userId, deviceId } = session
        await lockUser({ tx, session })
        const wallet = await readWallet(tx, { userId })
        if (!wallet) throw new ServiceError('wallet_unknown')
        await requireEnrolled({ db: tx, session })
        const controlled = await claimControl(tx, { wallet, session, claim: body })
        await requireControl({ wallet: controlled, session, action: 'register', body })
        if (!wallet.controlKey) await audit.record(tx, { event: 'wallet.controlled', userId, deviceId })
        return {}
      }),

    enrol: async (session, body) =>
      database.transaction(async (tx) => {
        const { userId, deviceId } = session
        await lockUser({ tx, session })
        const wallet = await readWallet(tx, { userId })
        if (!wallet) throw new ServiceError('wallet_unknown')
        const { device, control } = body
        // The first device to open a wallet from before control keys can be a new one, with a recovery factor.
        const controlled = control ? await claimControl(tx, { wallet, session, claim: control }) : wallet
        // A recovery tries the stored shares, so unverified ones could fill its list without opening anything.
        await requireControl({ wallet: controlled, session, action: 'enrol', body })
        if (body.vaultVersion !== wallet.vaultVersion) throw new ServiceError('vault_outdated')
        const walletId = wallet.id
        const factorIds = (await readFactors(tx, { walletId })).map(({ id }) => id)
        const common = { tx, sealer, session, walletId, device, createdAt: now() }
        const { isFirst } = await storeDeviceShares({ ...common, factorIds })
        if (isFirst) await audit.record(tx, { event: 'device.enrolled', userId, deviceId })
        return {}
      }),
  }
}

/**
 * Returns the wallet with the control key that its address names. Stores the key if the wallet had none.
 *
 * @throws LatchkeyError `signature_invalid` if the wallet has another key
 */
async function claimControl(
  tx: Transaction,
  {
    wallet,
    session: { userId, deviceId },
    claim,
  }: { wallet: WalletRow; session: WalletCaller; claim: { controlKey: string; addressProof: string } },
): Promise<WalletRow> {
  const { id: walletId, address } = wallet
  const { controlKey: key, addressProof } = claim
  const controlKey = await readControlClaim({ userId, deviceId, walletId, address, controlKey: key, addressProof })
  if (wallet.controlKey) {
    if (toBase64url(wallet.controlKey) !== key) throw new ServiceError('signature_invalid')
    return wallet
  }
  await tx.update(wallets).set({ controlKey }).where(eq(wallets.id, walletId))
  return { ...wallet, controlKey }
}
