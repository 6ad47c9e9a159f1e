/** An error of JSON-RPC. Source: JSON-RPC 2.0; the numbers from -32002 on are Solana's (`rpc-custom-error.rs`). */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Returns the error for invalid parameters. */
export function invalidParams(message: string): RpcError {
  return new RpcError(-32602, `Invalid param: ${message}`)
}
