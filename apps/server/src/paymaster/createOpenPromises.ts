import type { Clock } from '../platform/clock/Clock.ts'

/** Open promises of each caller. */
export type OpenPromises = {
  /** Adds a promise unless the caller's open amount would exceed the limit. Returns whether it did. */
  add: (options: { caller: string; hash: string; wei: bigint; until: number; most: bigint }) => boolean
  /** Removes a promise that was used or not given. */
  end: (hash: string) => void
}

/**
 * Creates the record of open promises by caller, in this process only. Anyone may request promises. Without a limit, a caller
 * could reserve a project's whole daily budget without using it.
 */
export function createOpenPromises({ clock }: { clock: Clock }): OpenPromises {
  const byCaller = new Map<string, Map<string, { wei: bigint; until: number }>>()
  const callers = new Map<string, string>()

  const drop = (caller: string, hash: string) => {
    callers.delete(hash)
    const open = byCaller.get(caller)
    open?.delete(hash)
    if (open?.size === 0) byCaller.delete(caller)
  }

  return {
    add: ({ caller, hash, wei, until, most }) => {
      for (const [other, { until: end }] of byCaller.get(caller) ?? []) if (end < clock.now()) drop(caller, other)
      const open = byCaller.get(caller) ?? new Map<string, { wei: bigint; until: number }>()
      if (open.has(hash)) return true
      const sum = [...open.values()].reduce((total, one) => total + one.wei, wei)
      if (sum > most) return false
      byCaller.set(caller, open.set(hash, { wei, until }))
      callers.set(hash, caller)
      return true
    },
    end: (hash) => {
      const caller = callers.get(hash)
      if (caller !== undefined) drop(caller, hash)
    },
  }
}
