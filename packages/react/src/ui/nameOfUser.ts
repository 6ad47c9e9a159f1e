import type { EmbeddedUser } from '@latchkey/core'
import { providerNames } from '@latchkey/protocol'

/** Returns the text that identifies a user: the email address, otherwise the name at the provider, otherwise the provider. */
export function nameOfUser({ email, userName, socialProvider }: EmbeddedUser): string | undefined {
  return email || userName || (socialProvider && providerNames[socialProvider])
}
