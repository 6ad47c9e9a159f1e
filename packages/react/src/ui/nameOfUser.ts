import type { EmbeddedUser } from '@latchkey/core'
import { providerNames } from '@latchkey/protocol'

/** What tells the visitor who is signed in: an address, else the name at the provider, else the provider. */
export function nameOfUser({ email, userName, socialProvider }: EmbeddedUser): string | undefined {
  return email || userName || (socialProvider && providerNames[socialProvider])
}
