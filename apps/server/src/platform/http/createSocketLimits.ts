import { ServiceError } from '@latchkey/protocol/errors'
import { widerNetwork, widerTimes } from './widerNetwork.ts'

/** A permanent connection: a WebSocket, or an event stream. */
export type SocketPlace = {
  /** Starts to supervise the connection. Before that it only occupies its place. */
  watch: (connection: WatchedConnection) => void
  /** Reports a message in either direction. */
  heard: () => void
  /** Reports that more is sent than read. Checks at once whether its address has too large a backlog. */
  pressed: () => void
  leave: () => void
}

/** Interface of a connection for the limits. */
export type WatchedConnection = {
  end: (code: number, reason: string) => void
  /** Returns the bytes that wait for a slow reader. */
  backlog: () => number
  /** Returns the start of the current incomplete message in Unix milliseconds, or undefined between messages. */
  assemblingSince?: () => number | undefined
  /** Whether the connection ends after `idleSeconds` without a message. */
  endsIdle: boolean
}

/** Limits permanent connections per address and in total. */
export type SocketLimits = {
  /**
   * Takes a place at the start of a connection. @throws ServiceError `rate_limited` for the limit of one address, `server_busy` for the
   * total
   */
  enter: (ip: string) => SocketPlace
  /** Returns the number of connections. */
  size: () => number
  close: () => void
}

export type SocketLimitsConfig = {
  socketsPerAddress: number
  sockets: number
  idleSeconds: number
}

type Entry = { ip: string; group: string; heardAt: number; connection?: WatchedConnection; isGone: boolean }

/** Milliseconds that a message can take from its first byte to its last. */
const assemblyTime = 20_000
/** Bytes that can wait for the slow readers of one address, and for all slow readers. */
const backlogPerAddress = 32 * 2 ** 20
const backlogInAll = 128 * 2 ** 20
/** Milliseconds between two checks of all connections. */
const lookInterval = 1_000

/**
 * Creates the limits of one port. At the total, a newcomer replaces the longest silent connection of the network with the most connections.
 * A flood thus displaces itself.
 *
 * @param options.onEnd called with the reason, in one word, when a connection is ended or refused
 * @param options.now Unix milliseconds
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

  /** Ends the longest silent connection of the network with the most, if that has at least two more than the newcomer's network. */
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
