import { ServiceError } from '@latchkey/protocol/errors'
import { widerNetwork, widerTimes } from './widerNetwork.ts'

/** A connection that stays: a WebSocket, or a stream of events. */
export type SocketPlace = {
  /** Begins to look after the connection; before it only its place is taken. */
  watch: (connection: WatchedConnection) => void
  /** Something was said, in either direction. */
  heard: () => void
  /** It sends more than is read: looks at once whether its address has too much waiting. */
  pressed: () => void
  leave: () => void
}

/** What the limits see and do of a connection. */
export type WatchedConnection = {
  end: (code: number, reason: string) => void
  /** Bytes that wait for a slow reader. */
  backlog: () => number
  /** Unix milliseconds since which a message is not whole; undefined between messages. */
  assemblingSince?: () => number | undefined
  /** Whether it ends when nothing was said for `idleSeconds`. */
  endsIdle: boolean
}

/** Bounds the connections that stay, by address and in sum. */
export type SocketLimits = {
  /** Takes a place before anything is said. @throws ServiceError `rate_limited` of one address, `server_busy` of everybody */
  enter: (ip: string) => SocketPlace
  /** How many there are. */
  size: () => number
  close: () => void
}

/** What may be. */
export type SocketLimitsConfig = {
  socketsPerAddress: number
  sockets: number
  idleSeconds: number
}

type Entry = { ip: string; group: string; heardAt: number; connection?: WatchedConnection; isGone: boolean }

/** Milliseconds that a message may take from its first byte to its last. */
const assemblyTime = 20_000
/** Bytes that may wait for the slow readers of one address, and for all slow readers. */
const backlogPerAddress = 32 * 2 ** 20
const backlogInAll = 128 * 2 ** 20
/** Milliseconds between two looks at all connections. */
const lookInterval = 1_000

/**
 * Creates the limits of one port. When there are as many connections as there may be, a newcomer takes the place of the longest silent one of the
 * network that has the most: a flood takes places from itself.
 *
 * @param options.onEnd told why a connection was ended or refused, in one word
 * @param options.now unix milliseconds
 */
export function createSocketLimits({
  limits: { socketsPerAddress, sockets, idleSeconds },
  onEnd = () => {},
  now = Date.now,
  interval = lookInterval,
}: {
  limits: SocketLimitsConfig
  onEnd?: (why: 'address' | 'total' | 'evicted' | 'idle' | 'assembly' | 'backlog') => void
  now?: () => number
  interval?: number
}): SocketLimits {
  /** By IPv4 address or /48. */
  const groups = new Map<string, Set<Entry>>()
  const byAddress = new Map<string, Set<Entry>>()
  let size = 0
  let timer: NodeJS.Timeout | undefined

  const put = (sets: Map<string, Set<Entry>>, key: string, entry: Entry) => {
    sets.set(key, (sets.get(key) ?? new Set()).add(entry))
  }
  const take = (sets: Map<string, Set<Entry>>, key: string, entry: Entry) => {
    const entries = sets.get(key)
    entries?.delete(entry)
    if (entries?.size === 0) sets.delete(key)
  }

  const leave = (entry: Entry) => {
    if (entry.isGone) return
    entry.isGone = true
    take(groups, entry.group, entry)
    take(byAddress, entry.ip, entry)
    size -= 1
    if (size === 0) close()
  }
  const end = (entry: Entry, why: Parameters<typeof onEnd>[0], code: number, reason: string) => {
    leave(entry)
    onEnd(why)
    entry.connection?.end(code, reason)
  }
  const backlogOf = (entries: Iterable<Entry>) => {
    let sum = 0
    let worst: { entry: Entry; bytes: number } | undefined
    for (const entry of entries) {
      const bytes = entry.connection?.backlog() ?? 0
      sum += bytes
      if (bytes > (worst?.bytes ?? 0)) worst = { entry, bytes }
    }
    return { sum, worst }
  }
  const trim = (entries: Iterable<Entry>, most: number) => {
    let { sum, worst } = backlogOf(entries)
    while (sum > most && worst) {
      end(worst.entry, 'backlog', 1013, 'Read faster')
      ;({ sum, worst } = backlogOf(entries))
    }
  }
  const all = function* () {
    for (const entries of groups.values()) yield* entries
  }

  const look = () => {
    const time = now()
    for (const entry of [...all()]) {
      const since = entry.connection?.assemblingSince?.()
      if (since !== undefined && time - since > assemblyTime) end(entry, 'assembly', 1008, 'A message took too long')
      else if (entry.connection?.endsIdle && time - entry.heardAt > idleSeconds * 1000) {
        end(entry, 'idle', 1008, 'No message for too long')
      }
    }
    trim({ [Symbol.iterator]: all }, backlogInAll)
  }
  const close = () => {
    clearInterval(timer)
    timer = undefined
  }

  /** Ends the longest silent connection of the network that has the most, where that is more than the newcomer's has. */
  const makeRoom = (group: string): boolean => {
    let largest = groups.get(group) ?? new Set<Entry>()
    const own = largest.size
    for (const entries of groups.values()) if (entries.size > largest.size) largest = entries
    if (largest.size <= own + 1) return false
    let silent: Entry | undefined
    for (const entry of largest) {
      if (entry.connection && (!silent || entry.heardAt < silent.heardAt)) silent = entry
    }
    if (silent) end(silent, 'evicted', 1013, 'Others need the place')
    return silent !== undefined
  }

  return {
    enter: (ip) => {
      const group = widerNetwork(ip) ?? ip
      const own = byAddress.get(ip)?.size ?? 0
      if (own >= socketsPerAddress || (groups.get(group)?.size ?? 0) >= socketsPerAddress * widerTimes) {
        onEnd('address')
        throw new ServiceError('rate_limited', { message: 'This address has too many connections', retryAfter: 10 })
      }
      if (size >= sockets && !makeRoom(group)) {
        onEnd('total')
        throw new ServiceError('server_busy', { retryAfter: 10 })
      }
      const entry: Entry = { ip, group, heardAt: now(), isGone: false }
      put(groups, group, entry)
      put(byAddress, ip, entry)
      size += 1
      if (!timer) {
        timer = setInterval(look, interval)
        timer.unref()
      }
      return {
        watch: (connection) => {
          entry.connection = connection
        },
        heard: () => {
          entry.heardAt = now()
        },
        pressed: () => trim(byAddress.get(ip) ?? [], backlogPerAddress),
        leave: () => leave(entry),
      }
    },
    size: () => size,
    close,
  }
}
