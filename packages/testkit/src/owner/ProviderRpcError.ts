/**
 * An error in the format of EIP-1193 wallets. Codes: 4001 rejected, 4100 unauthorized, 4200 unsupported, 4900 disconnected, 4902 unknown
 * chain, and those of JSON-RPC.
 */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}
