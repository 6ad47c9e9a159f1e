import type { EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Factor, getEarlierWallet, rotateWallet, undoRotation, VaultReturn } from '@latchkey/protocol/wallet'
import { and, eq, gt } from 'drizzle-orm'
import { describeSession } from '../auth/describeSession.ts'
import { lockUser } from '../auth/lockUser.ts'
import type { LoginLimits } from '../auth/loginLimits.ts'
import { requireStepUpOf } from '../auth/requireStepUpOf.ts'
import { users } from '../auth/schema.ts'
import type { WalletCaller } from '../auth/WalletCaller.ts'
import { createToken } from '../platform/crypto/createToken.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import type { Transaction } from '../platform/db/Database.ts'
import {
  type ArchiveRow,
  archiveLife,
  archiveWallet,
  readArchivedShare,
  readArchives,
  restoreArchive,
  sealedVersionOf,
} from './archiveStore.ts'
import { toBase64url } from './bytes.ts'
import { createWalletLock, replaceVault } from './createWalletLock.ts'
import { readPassword, writePassword } from './passwordStore.ts'
import { requireControl, requireReturn } from './requireControl.ts'
import { requireEnrolled } from './requireEnrolled.ts'
import { walletArchives, wallets } from './schema.ts'
import { invalid, shareContext, storeDeviceShares } from './storeDeviceShares.ts'
import type { VaultPorts } from './VaultPorts.ts'
import { deleteFactors, deleteShares, readEnrolled, readFactors, readWallet, updateFactor } from './vaultStore.ts'
import type { WalletCall } from './WalletCall.ts'

const day = 24 * 60 * 60
/** Maximum of archived epochs per wallet. A newer one never displaces an older one, so that the owner's oldest good epoch stays. */
const maxArchives = 20

/** Changes of the data key, and their undo. */
export type RotationService = {
  rotate: WalletCall<typeof rotateWallet>
  earlier: WalletCall<typeof getEarlierWallet>
  undo: WalletCall<typeof undoRotation>
  /** Undoes a change with the link of the notice. @throws LatchkeyError `link_invalid`, `rate_limited` */
  undoByLink: (options: { token: string; ip: string }) => Promise<{ address: string }>
}

/** Creates the service that changes data keys. The replaced epoch is kept sealed for seven days. */
export function createRotationService({
  context,
  sealer,
  audit,
  counters,
  notify,
  news,
  sessions,
  limits,
  walletOrigin,
}: VaultPorts & {
  limits: Pick<LoginLimits, 'tryCode'>
  /** For the link in the notice. */
  walletOrigin: string
}): RotationService {
  const { config, database, clock } = context
  const now = () => new Date(clock.now())
  const { change, lock } = createWalletLock({ context, news })

  /** Restores an archived epoch, archives the current one, and ends all logins. */
  const restore = async (
    tx: Transaction,
    {
      userId,
      deviceId,
      archive,
      returned,
      ...notice
    }: {
      userId: string
      deviceId: string | null
      archive: ArchiveRow
      returned: VaultReturn
    } & Pick<ArchiveRow, 'app' | 'language'>,
  ) => {
    const wallet = await readWallet(tx, { userId })
    if (!wallet) throw new ServiceError('wallet_unknown')
    await archiveWallet(tx, { wallet, returned: null, undoHash: null, ...notice, now: now() })
    await restoreArchive(tx, { wallet, archive, returned, now: now() })
    const { app, language } = notice
    await notify(tx, { userId, language, template: 'walletRestored', contents: { app } })
    const ended = await sessions.end(tx, { userId, by: 'wallet.restored' })
    await audit.record(tx, { event: 'wallet.restored', userId, deviceId, data: { mail: deviceId === null } })
    return { ended, address: wallet.address }
  }

  /** Under a new data key, a password keeps its own key. */
  const keepPassword = async (tx: Transaction, { walletId, factor }: { walletId: string; factor: Factor }) => {
    const secret = await readPassword(tx, { sealer, walletId, factorId: factor.id })
    if (secret && secret.factor.meta.oprf !== factor.meta.oprf) {
      throw invalid('factors', 'A rotation leaves the key of a password as it is')
    }
    await writePassword(tx, { sealer, walletId, secret: { factor, key: secret?.key ?? null }, createdAt: now() })
  }

  const announce = async (userId: string, ended: string[]) => {
    await sessions.announce(ended)
    await news.publish(`user:${userId}`)
  }

  /** Returns an epoch of the caller's wallet that can be restored. @throws LatchkeyError `archive_unknown`, `wallet_unknown` */
  const findArchive = async (tx: Transaction, session: WalletCaller, archiveId: string) => {
    await lockUser({ tx, session })
    const wallet = await readWallet(tx, { userId: session.userId })
    if (!wallet) throw new ServiceError('wallet_unknown')
    const archive = (await readArchives(tx, { walletId: wallet.id, now: now() })).find(({ id }) => id === archiveId)
    if (!archive) throw new ServiceError('archive_unknown')
    return { wallet, archive, share: await readArchivedShare(tx, { archiveId, deviceId: session.deviceId }) }
  }

  return {
    rotate: async (session, body) => {
      const { userId, deviceId, language } = session
      const { factors, device, return: returned, ...vault } = body
      const { version, ended } = await change(session, async (tx) => {
        const { wallet, control, stepUp, requireUnfrozen } = await lock(tx, session)
        const walletId = wallet.id
        await control('rotate', body)
        await stepUp()
        requireUnfrozen()
        if (vault.vaultVersion !== wallet.vaultVersion) throw new ServiceError('vault_outdated')
        requireReturn({ wallet, returned })
        const days = (returned.until - clock.now() / 1000) / day
        if (returned.version !== sealedVersionOf(wallet) || days < 6 || days > 30)
          throw invalid('return', 'It is of another vault, or of another time')
        const before = (await readFactors(tx, { walletId })).map(({ id }) => id)
        const factorIds = factors.map(({ id }) => id)
        if (factorIds.some((id) => !before.includes(id))) {
          throw invalid('factors', 'A rotation authenticates factors that there are, and adds none')
        }
        const kept = await readArchives(tx, { walletId, now: now() })
        if (kept.length >= maxArchives) throw new ServiceError('rate_limited')
        const token = createToken()
        const { app, device: name } = await describeSession({ db: tx, config, session })
        await archiveWallet(tx, { wallet, returned, undoHash: hashToken(token), app, language, now: now() })
        const version = await replaceVault(tx, { wallet, ...vault })
        const common = { tx, sealer, session, walletId, device, createdAt: now() }
        await storeDeviceShares({ ...common, factorIds, covering: factorIds })
        await deleteFactors(tx, { factorIds: before.filter((id) => !factorIds.includes(id)) })
        for (const factor of factors) {
          await updateFactor(tx, { walletId, factor })
          if (factor.kind === 'password') await keepPassword(tx, { walletId, factor })
        }
        const others = (await readEnrolled(tx, { walletId })).filter((id) => id !== deviceId)
        for (const other of others) await deleteShares(tx, { deviceId: other })
        const contents = {
          app,
          device: name,
          undoUrl: `${walletOrigin}/w/rotation#${token}`,
          days: archiveLife / 1000 / day,
        }
        await notify(tx, { userId, language, template: 'walletRotated', contents })
        const ended = await sessions.end(tx, { userId, exceptSessionId: session.sessionId, by: 'wallet.rotated' })
        await audit.record(tx, { event: 'wallet.rotated', userId, deviceId, data: { devices: others.length } })
        return { version, ended }
      })
      await sessions.announce(ended)
      return version
    },

    earlier: async (session, { archiveId }): Promise<EndpointResponse<typeof getEarlierWallet>> => {
      const { userId, deviceId } = session
      await counters.consume([{ key: `share:${deviceId}`, limit: 60, window: 60 * 60 }])
      return database.transaction(async (tx) => {
        const { archive, share } = await findArchive(tx, session, archiveId)
        await requireStepUpOf({ db: tx, session, clock })
        const { vault, version, factors } = archive
        const found = { vault: toBase64url(vault), version, factors }
        if (!share) return { ...found, share: null }
        const { epoch, sealed } = share
        const opened = await sealer.open({ sealed, context: shareContext({ userId, deviceId, epoch }) })
        await audit.record(tx, { event: 'share.released', userId, deviceId, data: { archive: archiveId } })
        return { ...found, share: { epoch, share: toBase64url(opened) } }
      })
    },

    undo: async (session, body) => {
      const { userId, deviceId, language } = session
      const { ended } = await database.transaction(async (tx) => {
        const { wallet, archive, share } = await findArchive(tx, session, body.archiveId)
        // A device that the change revoked has a share of the archived epoch. Any other device must be enrolled now.
        if (!share) await requireEnrolled({ db: tx, session })
        await requireControl({ wallet, session, action: 'undoRotation', body })
        await requireStepUpOf({ db: tx, session, clock })
        requireReturn({ wallet, returned: body.return })
        if (body.return.version !== archive.version) throw invalid('return', 'It is of another vault')
        const { app } = await describeSession({ db: tx, config, session })
        return restore(tx, { userId, deviceId, archive, returned: body.return, app, language })
      })
      await announce(userId, ended)
      return {}
    },

    undoByLink: async ({ token, ip }) => {
      await limits.tryCode({ ip })
      const outcome = await database.transaction(async (tx) => {
        const isOpen = and(eq(walletArchives.undoHash, hashToken(token)), gt(walletArchives.undoUntil, now()))
        const [found] = await tx
          .select({ userId: wallets.userId })
          .from(walletArchives)
          .innerJoin(wallets, eq(wallets.id, walletArchives.walletId))
          .where(isOpen)
        if (!found) return undefined
        const { userId } = found
        // Lock the user first, like every change of an account, to prevent deadlocks. Then check that the archive still exists.
        await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
        const [archive] = await tx.select().from(walletArchives).where(isOpen)
        if (!archive?.return) return undefined
        const { app, language, return: returned } = archive
        return { userId, ...(await restore(tx, { userId, deviceId: null, archive, returned, app, language })) }
      })
      if (!outcome) throw new ServiceError('link_invalid')
      await announce(outcome.userId, outcome.ended)
      return { address: outcome.address }
    },
  }
}
