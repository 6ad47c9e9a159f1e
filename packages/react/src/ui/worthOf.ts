/**
 * What an amount is worth in the site's currency, to look at only: what is sent or swapped is worked out from the text, digit by
 * digit. Null where nobody knows the price; undefined where there is no token, or no amount yet.
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
