import { ancestorsOf, isOpen, type LoginMove } from './moveStore.ts'

/** Where a login leads now. */
export type LoginPlace = { id: string; userId: string }

/**
 * Until when a device of an account may take a move back: at any time (null) where the login leads to an account that was started from this one,
 * else for as long as the link of the mail works. So who holds the newer wallet has no claim to the login that outlives a change of the address.
 *
 * @returns undefined where it may not
 */
export function findReturn({
  move,
  moves,
  login,
  userId,
  now,
}: {
  move: LoginMove
  /** Those of the logins of the account. */
  moves: readonly LoginMove[]
  /** The one that was moved. */
  login: LoginPlace
  userId: string
  now: Date
}): { until: Date | null } | undefined {
  const leadsHere = login.userId === userId
  if (leadsHere ? move.toUserId !== userId : move.fromUserId !== userId) return undefined
  const ofLogin = moves.filter(({ identityId }) => identityId === login.id)
  if (!leadsHere && ancestorsOf(login.userId, ofLogin).includes(userId)) return { until: null }
  return isOpen({ move, now }) ? { until: move.undoUntil } : undefined
}

/** The newest move that a session of the account may take back: of a login that leads elsewhere before one that leads here. */
export function findNewestReturn({
  moves,
  logins,
  userId,
  now,
}: {
  moves: readonly LoginMove[]
  logins: readonly LoginPlace[]
  userId: string
  now: Date
}): { moveId: string; until: string | null } | null {
  const offers = moves.flatMap((move) => {
    const login = logins.find(({ id }) => id === move.identityId)
    const found = login && findReturn({ move, moves, login, userId, now })
    return found
      ? [{ leadsHere: login.userId === userId, moveId: move.id, until: found.until?.toISOString() ?? null }]
      : []
  })
  const offer = offers.find(({ leadsHere }) => !leadsHere) ?? offers[0]
  return offer ? { moveId: offer.moveId, until: offer.until } : null
}
