/**
 * Overwrites secrets with zeros when they are no longer needed. This is the best that a script can do: the engine may have made
 * copies, and text cannot be wiped at all.
 */
export function wipe(...secrets: readonly Uint8Array[]): void {
  for (const secret of secrets) secret.fill(0)
}
