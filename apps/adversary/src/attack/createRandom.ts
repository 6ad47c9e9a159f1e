/** Random values that are the same for the same seed. */
export type Random = {
  /** From 0 to 1, without 1. */
  next: () => number
  /** From 0 to `limit`, without it. */
  below: (limit: number) => number
  chance: (probability: number) => boolean
  pick: <T>(list: readonly T[]) => T
  /** Random bytes as base64url. */
  bytes: (length: number) => string
  uuid: () => string
}

/** Creates a {@link Random} (mulberry32 over an FNV-1a hash of the seed). */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5
  for (const sign of seed) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const raw = (length: number) => Buffer.from(Array.from({ length }, () => below(256)))
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => {
      if (list.length === 0) throw new Error('There is nothing to pick from')
      return list[below(list.length)] as (typeof list)[number]
    },
    bytes: (length) => raw(length).toString('base64url'),
    uuid: () => {
      const hex = raw(16).toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
    },
  }
}
