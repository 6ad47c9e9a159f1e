import type { Sealer } from '../platform/crypto/Sealer.ts'

/** The form of an address that tells it from others; what the visitor wrote is kept for display. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * The blind index of an address: equal addresses of one scope have equal indexes, and nobody without the key can tell which
 * address it is, or that the same person is in two scopes.
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
