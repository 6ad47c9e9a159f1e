import { ancestorsOf, isOpen, type LoginMove } from './moveStore.ts'

/** Current account of a login method. */
export type LoginPlace = { id: string; userId: string }

/**
 * Returns until when a device of an account can undo a move. Without a limit (null) if the login method belongs to an account that was
 * started from this one, else until the expiry of the email's link. So the holder of the newer wallet has no claim that outlives a change
 * of the address.
 *
 * @returns undefined if it cannot
 */
export function findReturn({
  move,
  moves,
  login,
  userId,
  now,
}: {
  move: LoginMove
  /** Moves of the account's login methods. */
  moves: readonly LoginMove[]
  /** The moved login method. */
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

/** Returns the newest move that a login of the account can undo. Moves of login methods that belong to another account come first. */
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
