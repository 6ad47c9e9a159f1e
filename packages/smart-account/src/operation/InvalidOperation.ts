/** Error for a malformed operation. The message names the field and the reason. */
export class InvalidOperation extends Error {
  override name = 'InvalidOperation'
}
