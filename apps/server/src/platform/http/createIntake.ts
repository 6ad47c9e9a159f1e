import { widerNetwork, widerTimes } from './widerNetwork.ts'

/** What one connection sent of something that is not whole yet. */
export type Holding = {
  /**
   * Says how many bytes are held now, in the place of the number before.
   *
   * @returns false where that is too much: let go of them, and refuse the sender
   */
  hold: (bytes: number) => boolean
  /** Nothing is held any more, and nothing will be. */
  close: () => void
}

/** Bounds the bytes of messages and bodies that are on their way in. */
export type Intake = {
  /**
   * Begins to count for one connection.
   *
   * @param options.ip as `clientAddress` writes it
   * @param options.evict lets go of what is held: another sender needs the room, and this one holds the most
   */
  open: (options: { ip: string; evict: () => void }) => Holding
  /** Bytes that are held now, of everybody. */
  size: () => number
}

type Entry = { ip: string; group: string; bytes: number; evict: () => void }

/**
 * Creates the budget of one port. An address that is above its share is refused. When everybody together is above the total, the network that holds
 * the most loses its largest message: a flood takes the room from itself, and who sends a little is served.
 *
 * @param options.perAddress bytes of one IPv4 address or IPv6 /64; five times as many of a /48
 * @param options.total bytes of everybody
 * @example
 * const holding = intake.open({ ip, evict: () => socket.terminate() })
 * if (!holding.hold(bytes)) socket.terminate()
 */
export function createIntake({ perAddress, total }: { perAddress: number; total: number }): Intake {
  /** Those that hold anything, by their /48 or IPv4 address. */
  const groups = new Map<string, Set<Entry>>()
  const byAddress = new Map<string, number>()
  const byGroup = new Map<string, number>()
  let sum = 0

  const add = (counts: Map<string, number>, key: string, bytes: number) => {
    const now = (counts.get(key) ?? 0) + bytes
    if (now === 0) counts.delete(key)
    else counts.set(key, now)
    return now
  }

  const change = (entry: Entry, bytes: number) => {
    const more = bytes - entry.bytes
    entry.bytes = bytes
    sum += more
    const entries = groups.get(entry.group) ?? new Set()
    if (bytes > 0) groups.set(entry.group, entries.add(entry))
    else if (entries.delete(entry) && entries.size === 0) groups.delete(entry.group)
    return { own: add(byAddress, entry.ip, more), wider: add(byGroup, entry.group, more) }
  }

  const findLargest = (): Entry | undefined => {
    let group: string | undefined
    for (const [name, bytes] of byGroup) if (group === undefined || bytes > (byGroup.get(group) ?? 0)) group = name
    let largest: Entry | undefined
    for (const entry of groups.get(group ?? '') ?? []) if (!largest || entry.bytes > largest.bytes) largest = entry
    return largest
  }

  return {
    open: ({ ip, evict }) => {
      const entry: Entry = { ip, group: widerNetwork(ip) ?? ip, bytes: 0, evict }
      let isOpen = true
      return {
        hold: (bytes) => {
          if (!isOpen || bytes === entry.bytes) return isOpen
          const grows = bytes > entry.bytes
          const { own, wider } = change(entry, bytes)
          if (!grows) return true
          if (own <= perAddress && wider <= perAddress * widerTimes) {
            while (sum > total) {
              const largest = findLargest()
              if (!largest || largest === entry) break
              change(largest, 0)
              largest.evict()
            }
            if (sum <= total) return true
          }
          change(entry, 0)
          return false
        },
        close: () => {
          isOpen = false
          change(entry, 0)
        },
      }
    },
    size: () => sum,
  }
}
