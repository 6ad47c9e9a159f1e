/**
 * Whether a router's reason says that the price moved too far. Sources: SwapRouter02 (`Too little received`, and `Insufficient
 * token` or `Insufficient WETH9` when what was collected is paid out), v2 routers (`INSUFFICIENT_OUTPUT_AMOUNT`).
 */
export function isPriceReason(reason: string): boolean {
  return /too little received|insufficient (token|weth9|eth)|insufficient_output_amount/i.test(reason)
}

/** Whether it says that the swap came too late. Source: SwapRouter02. */
export function isLateReason(reason: string): boolean {
  return /transaction too old|expired/i.test(reason)
}
