/**
 * Whether a router's revert reason means that the price moved too far. Sources: SwapRouter02 (`Too little received`, and
 * `Insufficient token` or `Insufficient WETH9` when it pays out), v2 routers (`INSUFFICIENT_OUTPUT_AMOUNT`).
 */
export function isPriceReason(reason: string): boolean {
  return /too little received|insufficient (token|weth9|eth)|insufficient_output_amount/i.test(reason)
}

/** Whether a revert reason means that the deadline passed. Source: SwapRouter02. */
export function isLateReason(reason: string): boolean {
  return /transaction too old|expired/i.test(reason)
}
