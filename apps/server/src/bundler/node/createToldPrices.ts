import type { GasOffer } from '../../chains/node/gasMarket.ts'
import type { Clock } from '../../platform/clock/Clock.ts'

/** Milliseconds for which a price that was told still counts: to measure an operation, look at it and sign it. */
export const toldFor = 60_000
/** The network's price is read at most three times a second; a busy minute is kept in fewer entries. */
const step = 1_000

/** The prices of gas that a network's callers were told. */
export type ToldPrices = {
  add: (offer: GasOffer) => void
  /** The highest of the last minute, each field for itself (wei); undefined when nobody asked in that time. */
  highest: () => GasOffer | undefined
}

/**
 * Creates the memory of what operations were told to offer, so that one is still paid for when the network asks less a moment later. Of this
 * process alone.
 *
 * @example
 * const told = createToldPrices({ clock })
 * told.add({ maxFeePerGas: 30n, maxPriorityFeePerGas: 2n })
 * told.highest() // { maxFeePerGas: 30n, maxPriorityFeePerGas: 2n }
 */
export function createToldPrices({ clock }: { clock: Clock }): ToldPrices {
  let entries: { at: number; offer: GasOffer }[] = []

  const recent = () => {
    const now = clock.now()
    entries = entries.filter(({ at }) => at > now - toldFor && at <= now)
    return entries
  }

  return {
    add: (offer) => {
      const [last] = recent().slice(-1)
      if (last && clock.now() - last.at < step) last.offer = higher(last.offer, offer)
      else entries.push({ at: clock.now(), offer })
    },
    highest: () => {
      const [first, ...others] = recent().map(({ offer }) => offer)
      return first && others.reduce(higher, first)
    },
  }
}

function higher(one: GasOffer, other: GasOffer): GasOffer {
  const most = (field: keyof GasOffer) => (one[field] > other[field] ? one[field] : other[field])
  return { maxFeePerGas: most('maxFeePerGas'), maxPriorityFeePerGas: most('maxPriorityFeePerGas') }
}
