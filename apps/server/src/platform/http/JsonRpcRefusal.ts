/** A refusal of a JSON-RPC call whose number a standard gives, such as those of ERC-7769. */
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
