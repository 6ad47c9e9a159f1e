/** A call was refused, by a node or for what it was given, with Bitcoin Core's code and words. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly refusal: { code: number; message: string }

  constructor(refusal: RefusedError['refusal']) {
    super(refusal.message)
    this.refusal = refusal
  }
}
