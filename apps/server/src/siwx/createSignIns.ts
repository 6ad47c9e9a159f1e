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

/** Maximum of accounts in one browser. Beyond it the oldest is removed. */
const maxAccounts = 20
/** Milliseconds that a token stays valid after its successor was seen, for requests in flight. */
const grace = 60_000
/** Milliseconds after which a used token is replaced. */
const tokenLife = 86_400_000
/** Milliseconds between two updates of a browser's last visit. */
const seenPause = 300_000

/** The sign-ins of a browser, as a request sees them. */
export type OpenSession = { row: SessionRow; accounts: readonly AccountRow[] }

/**
 * Relation of a token to a browser's sign-in. `current`: its token; `previous`: the last token, still valid; `copied`: the last token after
 * its time, which only a thief has.
 */
type Standing = 'current' | 'previous' | 'copied'

/** Sign-ins of browsers, by their cookies. */
export type SignIns = {
  /** Returns the signed-in accounts, or undefined if there are none. Replaces a token that is older than a day. */
  open: (call: CookieCall) => Promise<OpenSession | undefined>
  /** Adds an account within a transaction. @returns a function that sends the browser its new token, to be called after the commit */
  add: (
    tx: Transaction,
    call: CookieCall & { userAgent: string },
    account: Omit<AccountRow, 'sessionId' | 'issuedAt'> & { origin: string },
  ) => Promise<() => void>
  /** Signs out the matching accounts. Without a condition it signs out all. */
  remove: (call: CookieCall, what: { address?: string | undefined; chainId?: ChainId | undefined }) => Promise<void>
}

/**
 * Creates the sign-ins of browsers. A token is only valid if the server issued it for this project and this page's origin. Other tokens are
 * never adopted. Each sign-in creates a new token, so that an owner of the old token cannot see later accounts.
 *
 * @param options.name returns a short name of the browser
 * @param options.ownOrigin URL at which browsers reach this server
 */
export function createSignIns({
  context: { clock, database, log },
  cookies,
  name,
  ownOrigin,
}: {
  context: Pick<Context, 'clock' | 'database' | 'log'>
  cookies: Cookies
  name: (userAgent: string) => string | undefined
  ownOrigin: string | undefined
}): SignIns {
  /** Each statement must see earlier commits, so that the checks after waiting for a lock are current. */
  const inTransaction = <Value>(work: (tx: Transaction) => Promise<Value>) =>
    database.transaction(work, { isolationLevel: 'read committed' })

  /**
   * Browsers omit the origin if server and page share it, or if the request does not come from a page. Scripts have no origin. Their
   * cookie, which pages of other origins never get, holds a sign-in for the origin in the message.
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

  /**
   * A previous token only sees accounts from before its successor. So an attacker who planted a cookie in a browser sees no later accounts.
   */
  const readVisible = async (db: Parameters<typeof readAccounts>[0], row: SessionRow, standing: Standing) => {
    const now = clock.now()
    const all = (await readAccounts(db, row.id)).filter(({ expiresAt }) => expiresAt.getTime() > now)
    return standing === 'current' ? all : all.filter(({ issuedAt }) => issuedAt < row.rotatedAt)
  }

  /**
   * Locks the sign-in of a call until the end of the transaction. If a replaced token returns after its time, there is a copy of the
   * cookie, and the thief cannot be told from the owner: the sign-in ends.
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
    log.warn({ session: id, project: projectId }, 'A replaced sign-in cookie was used again, ending the sign-in')
    return undefined
  }

  /** Returns the current time, but later than every earlier sign-in, even if the clocks of processes differ or stand still. */
  const afterAll = (accounts: readonly AccountRow[]) =>
    accounts.reduce((time, { issuedAt }) => latest(time, new Date(issuedAt.getTime() + 1)), new Date(clock.now()))

  /** Replaces the token of a sign-in. @returns a function that sends it to the browser */
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
      // A token that does not see all accounts is not replaced by one that does.
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
      // The response was lost, so no browser has the cookie of that sign-in, and it could never be ended.
      if (session?.standing === 'previous' && isLost(session.row)) await endSession(tx, session.row.id, afterAll([]))
      // A previous token does not carry other accounts along, because a copy of them would outlive the end of their sign-in.
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
        // For a previous token, the browser already has the next token, or will.
        return standing === 'current' ? rotate(tx, call, hash, row, afterAll(accounts)) : undefined
      })
      done?.()
    },
  }
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other
}
