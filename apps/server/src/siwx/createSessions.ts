import { randomUUID } from 'node:crypto'
import type { ChainId } from '@latchkey/protocol'
import type { Context } from '../platform/context.ts'
import { createToken } from '../platform/crypto/createToken.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import { isSameHash } from '../platform/crypto/isSameHash.ts'
import type { Transaction } from '../platform/db/Database.ts'
import type { Cookies } from './createCookies.ts'
import { isMeant, isSameAccount } from './isSameAccount.ts'
import type { CookieCall } from './Siwx.ts'
import {
  type AccountRow,
  deleteAccounts,
  endSession,
  findSession,
  insertAccount,
  insertSession,
  lockSession,
  readAccounts,
  type SessionRow,
  updateSession,
  writeTokenSeen,
} from './sessionStore.ts'

/** Accounts in one browser at most; of more the first goes. */
const maxAccounts = 20
/** Milliseconds for which a token is good once the one after it was seen: requests may have been on their way. */
const grace = 60_000
/** Milliseconds after which a token is replaced when it is used. */
const tokenLife = 86_400_000
/** Milliseconds between two notes of when a browser was there. */
const seenPause = 300_000

/** A session as a request sees it. */
export type OpenSession = { row: SessionRow; accounts: readonly AccountRow[] }

/** How a token stands to a session: its token; the one before, still good; the one before, which nobody should have any more. */
type Standing = 'current' | 'previous' | 'copied'

/** Sessions of browsers, by their cookies. */
export type Sessions = {
  /** Who is signed in; undefined when it is nobody. It gives the browser another token when its own is of yesterday. */
  open: (call: CookieCall) => Promise<OpenSession | undefined>
  /** Adds an account, within a transaction. @returns what gives the browser its new token, for when the transaction is done */
  add: (
    tx: Transaction,
    call: CookieCall & { userAgent: string },
    account: Omit<AccountRow, 'sessionId' | 'issuedAt'> & { origin: string },
  ) => Promise<() => void>
  /** Takes those out that are meant; without anything said everybody. */
  remove: (call: CookieCall, what: { address?: string | undefined; chainId?: ChainId | undefined }) => Promise<void>
}

/**
 * Creates the sessions. A token that the server did not give, or gave for another project or another page's origin, opens nothing and is never
 * taken over; and with each sign-in there is a new one, so that whoever knew the token before does not see who came after.
 *
 * @param options.name says what the browser is, in a few words
 * @param options.ownOrigin where browsers reach this server
 */
export function createSessions({
  context: { clock, database, log },
  cookies,
  name,
  ownOrigin,
}: {
  context: Pick<Context, 'clock' | 'database' | 'log'>
  cookies: Cookies
  name: (userAgent: string) => string | undefined
  ownOrigin: string | undefined
}): Sessions {
  /** Each statement sees what others committed before it: who waits for a lock looks anew. */
  const inTransaction = <Value>(work: (tx: Transaction) => Promise<Value>) =>
    database.transaction(work, { isolationLevel: 'read committed' })

  /**
   * Browsers leave the origin out where server and page have the same one, or where no page asks. Scripts have none, and say nothing of it:
   * their cookie, which no page of another origin is given, holds a session for whatever origin their message named.
   */
  const isPage = (row: SessionRow, { origin, readHeader }: CookieCall) => {
    if (origin !== undefined) return row.origin === origin
    const site = readHeader('sec-fetch-site')
    return site === undefined || (site === 'same-origin' && row.origin === ownOrigin)
  }

  const judge = (row: SessionRow, hash: Uint8Array, call: CookieCall): Standing | undefined => {
    const now = clock.now()
    if (row.isEnded || row.expiresAt.getTime() <= now || row.projectId !== call.project.id) return undefined
    if (!isPage(row, call)) return undefined
    if (isSameHash(row.tokenHash, hash)) return 'current'
    if (!isSameHash(row.previousHash, hash)) return undefined
    const isGood = row.tokenSeenAt === null || now <= row.tokenSeenAt.getTime() + grace
    return isGood ? 'previous' : 'copied'
  }

  /** A token sees those who came before the one after it: the cookie of somebody who put it into a browser shows them nobody new. */
  const readVisible = async (db: Parameters<typeof readAccounts>[0], row: SessionRow, standing: Standing) => {
    const now = clock.now()
    const all = (await readAccounts(db, row.id)).filter(({ expiresAt }) => expiresAt.getTime() > now)
    return standing === 'current' ? all : all.filter(({ issuedAt }) => issuedAt < row.rotatedAt)
  }

  /**
   * The session of a call, which nobody else changes until the end of the transaction. Where the token of before came back when it should not
   * exist any more, somebody has a copy, and nobody knows who: the session ends.
   */
  const lock = async (tx: Transaction, call: CookieCall) => {
    const token = cookies.readSession(call)
    const hash = token === undefined ? undefined : hashToken(token)
    const found = hash && (await findSession(tx, hash))
    const row = found && (await lockSession(tx, found.id))
    const standing = row && judge(row, hash, call)
    if (!standing) return undefined
    if (standing !== 'copied') return { row, hash, standing, accounts: await readVisible(tx, row, standing) }
    await endSession(tx, row.id, new Date(clock.now()))
    const { id, projectId } = row
    log.warn({ session: id, project: projectId }, 'A sign-in ended: its cookie was used again after it was replaced')
    return undefined
  }

  /** Now; later than every sign-in before it, also where the clocks of several processes differ, or stand. */
  const afterAll = (accounts: readonly AccountRow[]) =>
    accounts.reduce((time, { issuedAt }) => latest(time, new Date(issuedAt.getTime() + 1)), new Date(clock.now()))

  /** Gives a session another token. @returns what gives it to the browser */
  const rotate = async (tx: Transaction, call: CookieCall, hash: Uint8Array, row: SessionRow, rotatedAt: Date) => {
    const token = createToken()
    const change = { tokenHash: hashToken(token), previousHash: hash, rotatedAt, tokenSeenAt: null }
    const { id, expiresAt, userAgent } = row
    await updateSession(tx, id, { ...change, lastSeenAt: new Date(clock.now()), expiresAt, userAgent })
    return () => cookies.writeSession(call, { token, seconds: secondsUntil(row.expiresAt) })
  }

  const secondsUntil = (time: Date) => Math.max(0, Math.ceil((time.getTime() - clock.now()) / 1000))

  const renew = async (call: CookieCall) => {
    const renewed = await inTransaction(async (tx) => {
      const session = await lock(tx, call)
      if (!session || !isOld(session.row)) return undefined
      const { row, hash, standing, accounts } = session
      // Whoever does not see all of it gets no token for all of it.
      if (standing === 'previous' && accounts.length < (await readVisible(tx, row, 'current')).length) return undefined
      return rotate(tx, call, hash, row, afterAll(accounts))
    })
    renewed?.()
  }
  const isLost = ({ tokenSeenAt, rotatedAt }: SessionRow) =>
    tokenSeenAt === null && clock.now() - rotatedAt.getTime() > grace
  const isOld = ({ rotatedAt }: SessionRow) => clock.now() - rotatedAt.getTime() >= tokenLife

  return {
    open: async (call) => {
      const token = cookies.readSession(call)
      if (token === undefined) return undefined
      const hash = hashToken(token)
      const row = await findSession(database, hash)
      const standing = row && judge(row, hash, call)
      if (!standing) return undefined
      if (standing === 'copied') {
        await inTransaction((tx) => lock(tx, call))
        return undefined
      }
      const now = new Date(clock.now())
      if (standing === 'current' && row.tokenSeenAt === null) await writeTokenSeen(database, row, now)
      else if (now.getTime() - row.lastSeenAt.getTime() >= seenPause) {
        await updateSession(database, row.id, { lastSeenAt: now })
      }
      if (isOld(row)) await renew(call)
      return { row, accounts: await readVisible(database, row, standing) }
    },

    add: async (tx, call, { origin, ...account }) => {
      const session = await lock(tx, call)
      const userAgent = name(call.userAgent) ?? ''
      const isOwn = session?.standing === 'current' && session.row.origin === origin
      // Its answer was lost: nobody has the cookie of that session, and nobody could sign out of it.
      if (session?.standing === 'previous' && isLost(session.row)) await endSession(tx, session.row.id, afterAll([]))
      // With the token of before nobody takes others along: a copy of them would outlive the end of their session.
      const before = isOwn ? await readAccounts(tx, session.row.id) : []
      const now = afterAll(before)
      const kept = before
        .filter(({ account: one, expiresAt }) => !isSameAccount(one, account.account) && expiresAt > now)
        .slice(0, maxAccounts - 1)
      const added = { ...account, issuedAt: now }
      if (isOwn) {
        const { row, hash } = session
        await deleteAccounts(
          tx,
          before.filter((one) => !kept.includes(one)),
        )
        await insertAccount(tx, { ...added, sessionId: row.id })
        const expiresAt = latest(row.expiresAt, account.expiresAt)
        return rotate(tx, call, hash, { ...row, userAgent, expiresAt }, now)
      }
      const token = createToken()
      const [id, { expiresAt }] = [randomUUID(), account]
      await insertSession(tx, {
        ...{ id, projectId: call.project.id, origin, userAgent, isEnded: false },
        ...{ tokenHash: hashToken(token), previousHash: null, tokenSeenAt: null },
        ...{ createdAt: now, lastSeenAt: now, rotatedAt: now, expiresAt },
      })
      await insertAccount(tx, { ...added, sessionId: id })
      return () => cookies.writeSession(call, { token, seconds: secondsUntil(expiresAt) })
    },

    remove: async (call, { address, chainId }) => {
      const done = await inTransaction(async (tx) => {
        const session = await lock(tx, call)
        if (!session) return undefined
        const { row, hash, standing, accounts } = session
        const meant = accounts.filter(
          (one) =>
            (chainId === undefined || one.chainId === chainId) &&
            (address === undefined || isMeant(one.account, address)),
        )
        if (meant.length === 0) return undefined
        await deleteAccounts(tx, meant)
        if ((await readVisible(tx, row, 'current')).length === 0) {
          await endSession(tx, row.id, new Date(clock.now()))
          return () => cookies.forgetSession(call)
        }
        // The browser has the token after this one already, or will.
        return standing === 'current' ? rotate(tx, call, hash, row, afterAll(accounts)) : undefined
      })
      done?.()
    },
  }
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other
}
