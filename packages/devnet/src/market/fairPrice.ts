const hour = 3600
const day = 24 * hour

/** Seconds of history that are baked: an hour to set up, then two days of trading. */
export const historyLength = 49 * hour

type Wave = { period: number; amplitude: number; phase: number }

/**
 * Waves of each price's logarithm. Slow waves make a trend that lasts for days and then reverses, which keeps all prices bounded.
 * Fast waves make pullbacks. The phases make the site's token rise during the baked history.
 */
const waves: Readonly<Record<string, readonly Wave[]>> = {
  WETH: [
    { period: 6.2 * day, amplitude: 0.035, phase: 0.55 },
    { period: 17 * hour, amplitude: 0.011, phase: 0.2 },
    { period: 5.3 * hour, amplitude: 0.006, phase: 0.7 },
    { period: 1.4 * hour, amplitude: 0.0025, phase: 0.1 },
  ],
  LATCH: [
    { period: 8.1 * day, amplitude: 0.2, phase: 0.05 },
    { period: 16 * hour, amplitude: 0.045, phase: 0.35 },
    { period: 6.7 * hour, amplitude: 0.022, phase: 0.6 },
    { period: 2.3 * hour, amplitude: 0.011, phase: 0.15 },
    { period: 0.8 * hour, amplitude: 0.005, phase: 0.5 },
  ],
  AUR: [
    { period: 5.1 * day, amplitude: 0.09, phase: 0.4 },
    { period: 13 * hour, amplitude: 0.03, phase: 0.9 },
    { period: 3.9 * hour, amplitude: 0.014, phase: 0.3 },
    { period: 1.1 * hour, amplitude: 0.005, phase: 0.7 },
  ],
  LBTC: [
    { period: 7 * day, amplitude: 0.028, phase: 0.6 },
    { period: 18 * hour, amplitude: 0.009, phase: 0.25 },
    { period: 4.6 * hour, amplitude: 0.005, phase: 0.8 },
  ],
  LSOL: [
    { period: 5.6 * day, amplitude: 0.05, phase: 0.45 },
    { period: 15 * hour, amplitude: 0.016, phase: 0.65 },
    { period: 4.1 * hour, amplitude: 0.008, phase: 0.15 },
  ],
  TOLL: [
    { period: 3.3 * day, amplitude: 0.06, phase: 0.2 },
    { period: 9 * hour, amplitude: 0.02, phase: 0.5 },
  ],
  MUTE: [
    { period: 4.4 * day, amplitude: 0.04, phase: 0.8 },
    { period: 11 * hour, amplitude: 0.012, phase: 0.1 },
  ],
}

/**
 * Returns the value of a token at a time. It is a smooth function, and trades move every pool's price towards it. At the end of
 * the baked history it equals the price of the token's definition.
 *
 * @param symbol The token; the dollar is always 1.
 * @param price Usd for one at the end of the baked history.
 * @param time Seconds since the chain's first block.
 */
export function fairPrice({ symbol, price, time }: { symbol: string; price: number; time: number }): number {
  const sum = (at: number) =>
    (waves[symbol] ?? []).reduce(
      (total, { period, amplitude, phase }) => total + amplitude * Math.sin(2 * Math.PI * (at / period + phase)),
      0,
    )
  // Measured from the end of the history, so that phases keep their meaning when its length changes.
  const now = time - historyLength
  return price * Math.exp(sum(now) - sum(0))
}
