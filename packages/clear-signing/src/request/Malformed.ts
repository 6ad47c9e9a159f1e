/** A request that cannot be described, because a part of it is invalid. Never leaves the package. */
export class Malformed extends Error {
  override readonly name = 'Malformed'
  readonly field: string

  constructor(field: string, reason: string) {
    super(reason)
    this.field = field
  }
}
