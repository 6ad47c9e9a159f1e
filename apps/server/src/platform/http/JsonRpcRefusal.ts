/** Error of a JSON-RPC call with a standardized code, such as those of ERC-7769. */
export class JsonRpcRefusal extends Error {
  override readonly name = 'JsonRpcRefusal'
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}
