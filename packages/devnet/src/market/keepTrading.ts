import type { MarketMaker } from './MarketMaker.ts'

/** Milliseconds between two rounds of trades on a chain. */
const pace = 4000

/**
 * Lets a market-maker trade every few seconds until it is stopped. A round that fails (the chain was stopped, somebody reset
 * it) is forgotten: the next one looks at the chain afresh.
 *
 * @returns What stops it; resolves when a round that runs has ended.
 */
export function keepTrading({ market }: { market: MarketMaker }): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  const next = () => {
    timer = setTimeout(() => {
      running = market
        .trade()
        .catch(() => {})
        .finally(() => {
          if (!stopped) next()
        })
    }, pace)
  }
  next()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
