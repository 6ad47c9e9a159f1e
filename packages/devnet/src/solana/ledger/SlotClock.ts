import { createHash } from 'node:crypto'
import { getBase58Decoder } from '@solana/kit'

/** Milliseconds of a slot. */
export const slotDuration = 400
/** Slots in which a blockhash may be used. Source: `MAX_PROCESSING_AGE` of Solana. */
export const blockhashLifetime = 150
/**
 * Slots after which a block is finalized. A cluster takes about 32. There are no reorganizations here, and visitors of a demo
 * should not wait long.
 */
export const finalityDelay = 4
/** Slots of an epoch. */
export const slotsPerEpoch = 432_000

/**
 * The network's time. A slot follows from the time, and a blockhash from its slot. An idle network therefore does no work, and
 * only the start time is stored.
 */
export type SlotClock = {
  slot: () => number
  /** Seconds since 1970. */
  timeOf: (slot: number) => number
  blockhashOf: (slot: number) => string
  /** The slot of a blockhash that may still be used. */
  slotOf: (blockhash: string) => number | undefined
  advance: (options: { slots: number }) => void
}

/** @param genesisTime Milliseconds since 1970 of slot 0. */
export function createSlotClock({
  genesisHash,
  genesisTime,
  now,
}: {
  genesisHash: string
  genesisTime: number
  now: () => number
}): SlotClock {
  let ahead = 0
  let last = 0
  /** The blockhashes that may be used, oldest first, up to slot `filled`. */
  const slots = new Map<string, number>()
  let filled = -1

  /** Never goes backwards, even if the machine's clock does. */
  function slot(): number {
    last = Math.max(last, Math.floor((now() - genesisTime) / slotDuration) + ahead)
    return last
  }

  function blockhashOf(number: number): string {
    return getBase58Decoder().decode(createHash('sha256').update(`${genesisHash} ${number}`).digest())
  }

  function slotOf(blockhash: string): number | undefined {
    const current = slot()
    const oldest = Math.max(0, current - blockhashLifetime)
    for (let number = Math.max(filled + 1, oldest); number <= current; number++) slots.set(blockhashOf(number), number)
    filled = current
    for (const [hash, number] of slots) {
      if (number >= oldest) break
      slots.delete(hash)
    }
    return slots.get(blockhash)
  }

  return {
    slot,
    timeOf: (number) => Math.floor((genesisTime + number * slotDuration) / 1000),
    blockhashOf,
    slotOf,
    advance({ slots: count }) {
      ahead += count
    },
  }
}
