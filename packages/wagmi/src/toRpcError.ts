const numbers: { readonly [code: string]: readonly [code: number, name: string] } = {
  user_rejected: [4001, 'UserRejectedRequestError'],
  wallet_busy: [-32002, 'ResourceUnavailableRpcError'],
  wallet_disconnected: [4900, 'ProviderDisconnectedError'],
  network_not_found: [4902, 'SwitchChainError'],
  chain_not_on_connector: [4902, 'SwitchChainError'],
}

/**
 * Converts an error of the kit to the form that users of wagmi expect: with a code of EIP-1193, EIP-1474 or EIP-3085, and with viem's name.
 * Returns an error without a code unchanged.
 */
export function toRpcError(error: unknown): unknown {
  const [code, name] = numbers[(error as { code?: string } | undefined)?.code ?? ''] ?? []
  if (code === undefined || !(error instanceof Error)) return error
  return Object.assign(new Error(error.message, { cause: error }), { name, code })
}
