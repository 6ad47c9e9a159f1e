import type { Book } from './createPoolGraph.ts'
import type { Swapper } from './createSwapper.ts'
import { runPath, type Share, type Simulation, simulateParts } from './simulateParts.ts'

/** Shares and what they give. */
export type Spread = { shares: readonly Share[]; simulation: Simulation }

/**
 * Moves amounts between shares until none gives more elsewhere. Each turn takes from the share whose last bit gives least
 * and adds to the one that would give most for it; how much, a parabola through three exact simulations tells. The steps
 * shrink when they no longer help. What it returns is never worse than what came in.
 *
 * @param turns at most
 * @returns undefined when the shares cannot be carried out
 */
export function polishShares({
  shares,
  book,
  swapper,
  turns,
  firstStep,
}: {
  shares: readonly Share[]
  book: Book
  swapper: Swapper
  turns: number
  /** Part of the whole that the first move tries: 32 is a 32nd. */
  firstStep: bigint
}): Spread | undefined {
  const first = simulateParts({ shares, book, swapper })
  if (!first) return undefined
  let best: Spread = { shares, simulation: first }
  if (shares.length < 2) return best

  const amountIn = shares.reduce((sum, share) => sum + share.amountIn, 0n)
  let step = amountIn / firstStep
  const smallest = amountIn >> 34n
  for (let turn = 0; turn < turns && step > smallest; turn += 1) {
    const pair = choosePair({ spread: best, swapper, probe: step > 4n ? step / 4n : 1n })
    if (!pair) {
      step /= 4n
      continue
    }
    const { moved, spread } = moveBetween({ ...pair, best, step, book, swapper })
    best = spread
    if (moved < step / 2n) step = moved > 0n && moved > step / 8n ? moved : step / 6n
  }
  const rest = best.shares.filter((share) => share.amountIn > 0n)
  return rest.length === best.shares.length
    ? best
    : { shares: rest, simulation: simulateParts({ shares: rest, book, swapper }) ?? best.simulation }
}

/** From which share to which a bit should move, by what it gives at the states that all of them leave behind. */
function choosePair({
  spread,
  swapper,
  probe,
}: {
  spread: Spread
  swapper: Swapper
  probe: bigint
}): { from: number; to: number } | undefined {
  let from = -1
  let to = -1
  let least = 0n
  let most = 0n
  for (const [index, { path, amountIn }] of spread.shares.entries()) {
    const gives = runPath({ path, amountIn: probe, states: spread.simulation.book, swapper })?.amountOut ?? -1n
    if (to < 0 || gives > most) {
      to = index
      most = gives
    }
    if (amountIn > 0n && (from < 0 || gives < least)) {
      from = index
      least = gives
    }
  }
  return from === to || most <= least ? undefined : { from, to }
}

function moveBetween({
  from,
  to,
  best,
  step,
  book,
  swapper,
}: {
  from: number
  to: number
  best: Spread
  step: bigint
  book: Book
  swapper: Swapper
}): { moved: bigint; spread: Spread } {
  const available = best.shares[from]?.amountIn ?? 0n
  const start = best.simulation.amountOut
  let moved = 0n
  let spread = best
  /** How much more moving this amount gives; the best that was tried is kept. */
  const gain = (amount: bigint): number => {
    const shares = best.shares.map((share, index) => {
      if (index === from) return { path: share.path, amountIn: share.amountIn - amount }
      return index === to ? { path: share.path, amountIn: share.amountIn + amount } : share
    })
    const simulation = simulateParts({ shares, book, swapper })
    if (!simulation) return Number.NEGATIVE_INFINITY
    if (simulation.amountOut > spread.simulation.amountOut) {
      moved = amount
      spread = { shares, simulation }
    }
    return Number(simulation.amountOut - start)
  }

  const whole = step < available ? step : available
  const half = whole / 2n
  if (half === 0n) {
    gain(whole)
    return { moved, spread }
  }
  const atHalf = gain(half)
  const atWhole = gain(whole)
  const bend = 4 * atHalf - 2 * atWhole
  if (Number.isFinite(bend) && bend > 0) {
    // Vertex of the parabola through (0, 0), (half, atHalf) and (whole, atWhole).
    const times = (4 * atHalf - atWhole) / (2 * bend)
    const vertex = times > 0 ? scale(whole, Math.min(times, 4)) : 0n
    const wanted = vertex < available ? vertex : available
    if (wanted > 0n && wanted !== half && wanted !== whole) gain(wanted)
  }
  return { moved, spread }
}

function scale(amount: bigint, times: number): bigint {
  return (amount * BigInt(Math.round(times * 1e9))) / 1_000_000_000n
}
