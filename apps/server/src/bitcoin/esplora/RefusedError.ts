/** A refused call, with Bitcoin Core's code and message. A node refused it, or its parameters are invalid. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly refusal: { code: number; message: string }

  constructor(refusal: RefusedError['refusal']) {
    super(refusal.message)
    this.refusal = refusal
  }
}
