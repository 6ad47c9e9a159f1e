/** Money to show; the only place where an amount meets a float. */
export function worth(amountText: string, price: number | null): number | null {
  return price === null ? null : Number(amountText) * price
}
