import type { Clock } from '../platform/clock/Clock.ts'

/** What callers have been promised and nobody has called in yet. */
export type OpenPromises = {
  /** Adds a promise unless the caller would have more than so much open then. Tells whether it did. */
  add: (options: { caller: string; hash: string; wei: bigint; until: number; most: bigint }) => boolean
  /** The chain has it, or it was not made after all. */
  end: (hash: string) => void
}

/**
 * Creates the count of what is open for each caller, in this process alone: anybody may ask for promises, and who never means to use them
 * must not be able to keep a project's whole day from everybody else.
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
