/** What was given is no operation; the message says which field and why. */
export class InvalidOperation extends Error {
  override name = 'InvalidOperation'
}
