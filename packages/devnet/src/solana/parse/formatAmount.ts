/** A token amount in the JSON-RPC. */
export type UiTokenAmount = { amount: string; decimals: number; uiAmount: number | null; uiAmountString: string }

/** Converts base units to the JSON-RPC's `uiTokenAmount`. */
export function formatAmount({ amount, decimals }: { amount: bigint; decimals: number }): UiTokenAmount {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const text =
    decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '')
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text }
}
