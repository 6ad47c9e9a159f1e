/**
 * Milliseconds until the market-maker's next round: lively while somebody who has just started looks on, calmer after some
 * time, because every trade makes a chain's state grow by some 14 kB for good.
 *
 * @param uptime Milliseconds since the start.
 */
export function tradingPace({ uptime }: { uptime: number }): number {
  const minutes = uptime / 60_000
  return Math.min(4000 + minutes * 600, 60_000)
}
