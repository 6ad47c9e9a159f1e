/** An error as EIP-1193 wallets throw it. Codes: 4001 rejected, 4100 unauthorised, 4200 unsupported, 4900 disconnected, 4902 unknown chain; JSON-RPC's own. */
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
