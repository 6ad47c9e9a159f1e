import type { EndpointInput, EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { listLoginWallets, takeLoginBack, takeLoginBackByLink } from '@latchkey/protocol/wallet'
import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Counters } from '../auth/createCounters.ts'
import { describeSession } from '../auth/describeSession.ts'
import type { LoginParts } from '../auth/LoginParts.ts'
import { lockUser } from '../auth/lockUser.ts'
import { requireStepUpOf } from '../auth/requireStepUpOf.ts'
import { identities, loginMoves } from '../auth/schema.ts'
import type { WalletCaller } from '../auth/WalletCaller.ts'
import { announceMail } from '../mail/announceMail.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { requireEnrolled } from '../vaults/requireEnrolled.ts'
import { wallets } from '../vaults/schema.ts'
import { findNewestReturn, findReturn, type LoginPlace } from './findReturn.ts'
import { lockLogin, moveLogin } from './moveLogin.ts'
import { accountsOf, type LoginMove, readMoves, readMovesOf } from './moveStore.ts'

const day = 24 * 60 * 60

/** Previous accounts of a login method, and the undo of its moves. */
export type LoginReturns = {
  list: (session: WalletSession) => Promise<EndpointResponse<typeof listLoginWallets>>
  /** @throws LatchkeyError `archive_unknown`, `device_not_enrolled`, `step_up_required`, `frozen`, `rate_limited` */
  takeBack: (
    session: WalletCaller,
    options: EndpointInput<typeof takeLoginBack>['body'],
  ) => Promise<EndpointResponse<typeof takeLoginBack>>
  /** Undoes a move with the link of a notice. @throws LatchkeyError `link_invalid`, `rate_limited` */
  takeBackByLink: (options: { token: string; ip: string }) => Promise<EndpointResponse<typeof takeLoginBackByLink>>
}

export function createLoginReturns({ parts, counters }: { parts: LoginParts; counters: Counters }): LoginReturns {
  const { context, limits, news, sessions } = parts
  const { config, database, clock } = context
  const now = () => new Date(clock.now())

  const announce = async (userIds: readonly string[], ended: readonly string[]) => {
    await announceMail(context.bus)
    await sessions.announce(ended)
    for (const userId of userIds) await news.publish(`user:${userId}`)
  }

  return {
    list: async ({ userId }) => {
      const all = await readMoves(database, { userId })
      const ids = [...new Set(all.map(({ identityId }) => identityId))]
      const logins = await database
        .select({ id: identities.id, userId: identities.userId, verifiedAt: identities.verifiedAt })
        .from(identities)
        .where(inArray(identities.id, ids))
      const moves = all.filter((move) => isKnownTo({ move, all, logins, userId }))
      const others = accountsOf(moves).filter((id) => id !== userId)
      const rows = await database
        .select({ userId: wallets.userId, address: wallets.address })
        .from(wallets)
        .where(inArray(wallets.userId, others))
      const leftAt = (id: string) =>
        moves.find(({ fromUserId }) => fromUserId === id)?.movedAt ?? moves.at(-1)?.movedAt ?? now()
      return {
        leadsHere: logins.every((login) => login.userId === userId),
        wallets: rows.map((row) => ({ address: row.address, leftAt: leftAt(row.userId).toISOString() })),
        takeBack: findNewestReturn({ moves, logins, userId, now: now() }),
      }
    },

    takeBack: async (session, { moveId }) => {
      const { userId, deviceId, language } = session
      await counters.consume([{ key: `login-return:${deviceId}`, limit: 10, window: day }])
      const { ended, accounts } = await database.transaction(async (tx) => {
        const { frozenUntil } = await lockUser({ tx, session })
        const moves = await readMoves(tx, { userId })
        const move = moves.find(({ id }) => id === moveId)
        if (!move) throw new ServiceError('archive_unknown')
        await requireEnrolled({ db: tx, session })
        await requireStepUpOf({ db: tx, session, clock })
        if (frozenUntil && frozenUntil > now()) throw new ServiceError('frozen')
        const login = await lockLogin(tx, move.identityId)
        // Read again, because a concurrent request may have moved it on or ended its links.
        const current = await readMovesOf(tx, { identityId: move.identityId })
        const again = current.find(({ id }) => id === moveId)
        if (!login || !again || !findReturn({ move: again, moves: current, login, userId, now: now() }))
          throw new ServiceError('archive_unknown')
        await tx.update(loginMoves).set({ undoHash: null }).where(eq(loginMoves.id, move.id))
        const { app } = await describeSession({ db: tx, config, session })
        const ended = await moveLogin(parts, tx, {
          course: { identityId: login.id, fromUserId: login.userId, toUserId: move.fromUserId },
          by: session,
          notice: { template: 'loginReturned', contents: {} },
          app,
          language,
        })
        return { ended, accounts: accountsOf(moves) }
      })
      await announce(accounts, ended)
      return {}
    },

    takeBackByLink: async ({ token, ip }) => {
      await limits.tryCode({ ip })
      const isOfToken = and(eq(loginMoves.undoHash, hashToken(token)), gt(loginMoves.undoUntil, now()))
      const [found] = await database.select().from(loginMoves).where(isOfToken)
      if (!found) throw new ServiceError('link_invalid')
      await counters.consume([{ key: `login-return-link:${found.identityId}`, limit: 10, window: day }])
      const outcome = await database.transaction(async (tx) => {
        const login = await lockLogin(tx, found.identityId)
        // The link works once: concurrent calls wait for the lock of the login method.
        const [move] = login ? await tx.select().from(loginMoves).where(isOfToken) : []
        if (!login || !move) return undefined
        await tx.update(loginMoves).set({ undoHash: null }).where(eq(loginMoves.id, move.id))
        const { fromUserId: toUserId, app, language } = move
        const ended =
          login.userId === toUserId
            ? []
            : await moveLogin(parts, tx, {
                course: { identityId: login.id, fromUserId: login.userId, toUserId },
                by: null,
                notice: { template: 'loginReturned', contents: {} },
                app,
                language,
              })
        const [wallet] = await tx.select({ address: wallets.address }).from(wallets).where(eq(wallets.userId, toUserId))
        const accounts = accountsOf(await readMoves(tx, { userId: toUserId }))
        return { ended, accounts, address: wallet?.address ?? null }
      })
      if (!outcome) throw new ServiceError('link_invalid')
      await announce(outcome.accounts, outcome.ended)
      return { address: outcome.address }
    },
  }
}

/**
 * Returns whether an account can see a move. After the login method got another address, later moves are private from the holders of an
 * earlier account.
 */
function isKnownTo({
  move,
  all,
  logins,
  userId,
}: {
  move: LoginMove
  all: readonly LoginMove[]
  logins: readonly (LoginPlace & { verifiedAt: Date })[]
  userId: string
}): boolean {
  const login = logins.find(({ id }) => id === move.identityId)
  const away = all.find(({ identityId, fromUserId }) => identityId === move.identityId && fromUserId === userId)
  if (!login || !away || login.userId === userId || login.verifiedAt <= away.movedAt) return true
  return move.movedAt <= away.movedAt
}
