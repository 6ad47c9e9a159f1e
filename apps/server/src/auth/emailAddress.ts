import type { Sealer } from '../platform/crypto/Sealer.ts'

/** Returns the form of an address for comparisons. The original form is kept for display. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * Returns the blind index of an address. Equal addresses of one scope have equal indexes. Without the key, an index reveals neither the
 * address nor that a person is in two scopes.
 */
export function indexEmail({
  email,
  scope,
  sealer,
}: {
  email: string
  scope: string
  sealer: Pick<Sealer, 'mac'>
}): Uint8Array {
  return sealer.mac({ purpose: 'email', data: `${scope}\n${normalizeEmail(email)}` })
}
