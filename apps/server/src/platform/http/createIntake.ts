import { widerNetwork, widerTimes } from './widerNetwork.ts'

/** Bytes of one connection that belong to an incomplete message or body. */
export type Holding = {
  /**
   * Sets the number of held bytes, which replaces the previous number.
   *
   * @returns false if that is too much: drop the bytes, and reject the sender
   */
  hold: (bytes: number) => boolean
  /** Releases the bytes permanently. */
  close: () => void
}

/** Limits the bytes of incomplete messages and bodies. */
export type Intake = {
  /**
   * Starts the count of one connection.
   *
   * @param options.ip in the notation of `clientAddress`
   * @param options.evict drops the held bytes, because this is the largest holder and another sender needs the room
   */
  open: (options: { ip: string; evict: () => void }) => Holding
  /** Returns the held bytes of all connections. */
  size: () => number
}

type Entry = { ip: string; group: string; bytes: number; evict: () => void }

/**
 * Creates the limit of one port. An address above its share is rejected. If all connections together exceed the total, the network that
 * holds the most loses its largest message. A flood thus displaces itself, and small senders are served.
 *
 * @param options.perAddress bytes of one IPv4 address or IPv6 /64; five times as many of a /48
 * @param options.total bytes of all addresses
 * @example
 * const holding = intake.open({ ip, evict: () => socket.terminate() })
 * if (!holding.hold(bytes)) socket.terminate()
 */
export function createIntake({ perAddress, total }: { perAddress: number; total: number }): Intake {
  /** Networks that hold bytes, by /48 or IPv4 address. */
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
