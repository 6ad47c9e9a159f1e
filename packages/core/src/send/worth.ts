/** Value for display. Only here does an amount become a float. */
export function worth(amountText: string, price: number | null): number | null {
  return price === null ? null : Number(amountText) * price
}
