import type { SocialProvider } from '@latchkey/protocol'

/**
 * A proven login method. With a provider, the key is the provider's own id of the user. An email address from a provider is only a contact,
 * because addresses change owners, and some providers do not verify them.
 */
export type ProvenIdentity =
  | {
      kind: 'email'
      /** The address as the visitor entered it. */
      email: string
    }
  | {
      kind: SocialProvider
      /** Issuer of OpenID Connect, or a fixed text if the provider has none. */
      issuer: string
      /** Issuer's id of the user, which is never reassigned. */
      subject: string
      /** Address that the provider verified, else null. */
      email: string | null
      /** User name at the provider, or null. */
      userName: string | null
    }
