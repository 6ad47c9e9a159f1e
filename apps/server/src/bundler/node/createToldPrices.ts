import type { GasOffer } from '../../chains/node/gasMarket.ts'
import type { Clock } from '../../platform/clock/Clock.ts'

/** Milliseconds for which a returned price still counts: enough to measure, review and sign an operation. */
export const toldFor = 60_000
/** The price is read at most three times a second. Prices of one step share an entry. */
const step = 1_000

/** Gas prices that a network's callers have received. */
export type ToldPrices = {
  add: (offer: GasOffer) => void
  /** Returns the highest fees of the last minute, separately for each field (wei); undefined without any call. */
  highest: () => GasOffer | undefined
}

/**
 * Creates the record of recommended fees. An operation with such a fee is still sponsored if the price falls a moment later.
 * Each process has its own record.
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
