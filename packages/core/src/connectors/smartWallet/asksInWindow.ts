/** Whether the visitor decides about a method in the wallet's window. */
export function asksInWindow(method: string): boolean {
  return /^(eth_s(end|ign)T|personal_sign$|wallet_(sendCalls|showCallsStatus|addEthereumChain|watchAsset|grantPermissions|sign)$)/.test(
    method,
  )
}
