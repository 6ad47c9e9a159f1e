/**
 * Returns the milliseconds until the market maker's next round. Trading is fast after the start and slows down later, because
 * each trade permanently adds about 14 kB to a chain's state.
 *
 * @param uptime Milliseconds since the start.
 */
export function tradingPace({ uptime }: { uptime: number }): number {
  const minutes = uptime / 60_000
  return Math.min(4000 + minutes * 600, 60_000)
}
