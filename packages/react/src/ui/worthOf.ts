/**
 * Returns the value of an amount in the site's currency, for display only: sends and swaps use the exact text. Null if the price is
 * unknown; undefined without a token or an amount.
 */
export function worthOf({
  amount,
  token,
}: {
  /** Decimal text, as typed. */
  amount: string | undefined
  token: { price: number | null } | undefined
}): number | null | undefined {
  if (token === undefined || amount === undefined) return undefined
  if (token.price === null) return null
  const number = Number(amount)
  return Number.isFinite(number) ? number * token.price : 0
}
