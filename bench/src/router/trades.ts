import type { DevnetToken } from '@latchkey/devnet'

/** A trade to be quoted: addresses, and base units of the source token. */
export type Trade = { name: string; from: string; to: string; amount: bigint }

/**
 * Trades of all sizes between all tokens, from ten dollars to three million, the same in every run.
 *
 * @param options.prices usd for one token, by symbol
 */
export function makeTrades({
  tokens,
  prices,
  count,
}: {
  tokens: readonly DevnetToken[]
  prices: ReadonlyMap<string, number>
  count: number
}): Trade[] {
  const random = createRandom(0x1a7c4)
  const pick = () => tokens[Math.floor(random() * tokens.length)] as DevnetToken
  const trades: Trade[] = []
  while (trades.length < count) {
    const [from, to] = [pick(), pick()]
    if (from === to) continue
    const usd = 10 * 300_000 ** random()
    const whole = usd / (prices.get(from.symbol) ?? 1)
    // Six digits are enough to say how large it is.
    const amount = (BigInt(Math.round(whole * 1e6)) * 10n ** BigInt(from.decimals)) / 1_000_000n
    if (amount > 0n)
      trades.push({
        name: `${usd.toFixed(0)} usd of ${from.symbol} to ${to.symbol}`,
        from: from.address,
        to: to.address,
        amount,
      })
  }
  return trades
}

/** A small generator (mulberry32), so that every run asks the same. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
