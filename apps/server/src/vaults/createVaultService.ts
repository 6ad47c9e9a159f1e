import { createHash } from 'node:crypto'
import type { EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import {
  type createWallet,
  deviceProofMessage,
  type enrolDevice,
  type getWallet,
  type recoverWallet,
  walletProofMessage,
} from '@latchkey/protocol/wallet'
import { and, eq, notInArray, sql } from 'drizzle-orm'
import { recoverMessageAddress } from 'viem/utils'
import { auditLog } from '../audit/schema.ts'
import { describeSession } from '../auth/describeSession.ts'
import { lockUser } from '../auth/lockUser.ts'
import { passkeys, users } from '../auth/schema.ts'
import type { WalletCaller } from '../auth/WalletCaller.ts'
import { noteEmbeddedOwner } from '../embeddedOwners/embeddedOwners.ts'
import { fromBase64url, toBase64url } from './bytes.ts'
import { readPassword, readWholeFactors } from './passwordStore.ts'
import { wallets } from './schema.ts'
import { invalid, shareContext, storeDeviceShares } from './storeDeviceShares.ts'
import type { VaultPorts } from './VaultPorts.ts'
import {
  insertFactors,
  readFactors,
  readNewestForFactor,
  readSealed,
  readShare,
  readWallet,
  type ShareRow,
} from './vaultStore.ts'
import type { WalletCall } from './WalletCall.ts'

const hour = 60 * 60

/** Sealed wallets and the shares that open them. Every call is made by a session, and concerns that session's user alone. */
export type VaultService = {
  get: (session: WalletCaller) => Promise<EndpointResponse<typeof getWallet>>
  create: WalletCall<typeof createWallet>
  recover: WalletCall<typeof recoverWallet>
  enrol: WalletCall<typeof enrolDevice>
}

/** Creates the service that keeps wallets. It sees shares only while it seals or releases them, and never what they open. */
export function createVaultService({ context, sealer, audit, counters, notify }: VaultPorts): VaultService {
  const { config, database, clock } = context
  const now = () => new Date(clock.now())

  const open = async (userId: string, { deviceId, epoch, sealed }: ShareRow) =>
    toBase64url(await sealer.open({ sealed, context: shareContext({ userId, deviceId, epoch }) }))

  /** One entry per session: a log with one for every reload would be of no use to its reader. */
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

  /** Nothing is given for a password of an earlier version, but to a device that has opened the wallet: it could be guessed. */
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
      const row = await readShare(database, { deviceId })
      const [factors, sealed, [user]] = await Promise.all([
        row
          ? readWholeFactors(database, { sealer, walletId: wallet.id })
          : readFactors(database, { walletId: wallet.id }),
        readSealed(database, { deviceId }),
        database.select({ frozenUntil: users.frozenUntil }).from(users).where(eq(users.id, userId)),
      ])
      let share: { epoch: number; share: string } | null = null
      if (row) {
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
        custody: wallet.custody,
        accounts: wallet.accounts,
        factors,
        share,
        sealed,
        exportedAt: wallet.exportedAt?.toISOString() ?? null,
        frozenUntil: user?.frozenUntil && user.frozenUntil > now() ? user.frozenUntil.toISOString() : null,
      }
    },

    create: async (session, { walletId, address, vault: vaultText, accounts, factors, device, proof }) => {
      const { userId, deviceId } = session
      const vault = fromBase64url(vaultText)
      const vaultHash = createHash('sha256').update(vault).digest('hex')
      // A password comes with a key, when it is added.
      if (factors.some(({ kind }) => kind === 'password'))
        throw invalid('factors', 'A wallet begins without a password')
      const message = walletProofMessage({ walletId, userId, deviceId, address, vaultHash })
      if ((await recoverSigner({ message, signature: proof })) !== address.toLowerCase()) {
        throw new ServiceError('signature_invalid')
      }
      const factorIds = factors.map(({ id }) => id)
      return database.transaction(async (tx) => {
        await lockUser({ tx, session })
        const [row] = await tx
          .insert(wallets)
          .values({
            id: walletId,
            userId,
            address,
            vault,
            vaultVersion: 1,
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
        // One that was there before the wallet was never used by somebody who had opened it: it must not outrank the owner now.
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
      // By device: who is logged in with the mailbox alone must not use the owner's recoveries up.
      const key = `recover:${deviceId}`
      await counters.consume([
        { key, limit: 10, window: hour },
        { key, limit: 20, window: 24 * hour },
      ])
      const wallet = await readWallet(database, { userId })
      const found = wallet && (await readNewestForFactor(database, { walletId: wallet.id, factorId }))
      if (!found) throw new ServiceError('factor_unknown')
      await requireUsable({ walletId: wallet.id, factorId, deviceId })
      const share = await open(userId, found.share)
      await database.transaction(async (tx) => {
        await lockUser({ tx, session })
        const named = await describeSession({ db: tx, config, session })
        await notify(tx, { userId, language, template: 'walletRecovered', contents: { ...named, hostOrigin } })
        await audit.record(tx, { event: 'recovery.used', userId, deviceId, data: { factor: factorId } })
      })
      return { deviceId: found.share.deviceId, epoch: found.share.epoch, share, sealed: found.sealed }
    },

    enrol: async (session, { device, proof }) => {
      const { userId, deviceId } = session
      const wallet = await readWallet(database, { userId })
      if (!wallet) throw new ServiceError('wallet_unknown')
      const { id: walletId, address } = wallet
      const message = deviceProofMessage({ walletId, deviceId, address, epoch: device.epoch })
      // Shares that nobody can check would otherwise be the newest that a recovery is given, and open nothing.
      if ((await recoverSigner({ message, signature: proof })) !== address.toLowerCase()) {
        throw new ServiceError('signature_invalid')
      }
      return database.transaction(async (tx) => {
        await lockUser({ tx, session })
        const factorIds = (await readFactors(tx, { walletId })).map(({ id }) => id)
        const common = { tx, sealer, session, walletId, device, createdAt: now() }
        const { isFirst } = await storeDeviceShares({ ...common, factorIds })
        if (isFirst) await audit.record(tx, { event: 'device.enrolled', userId, deviceId })
        return {}
      })
    },
  }
}

/** The address that signed, in lower case; undefined for what is no signature. */
async function recoverSigner({
  message,
  signature,
}: {
  message: string
  signature: string
}): Promise<string | undefined> {
  try {
    return (await recoverMessageAddress({ message, signature: signature as `0x${string}` })).toLowerCase()
  } catch {
    return undefined
  }
}
