import type { SocialProvider } from '@latchkey/protocol'

/**
 * Somebody who proved who they are, and what they are known by. With a provider that is its own id of the person: an email address is
 * a contact there and never a key, because addresses change hands and not every provider verifies them.
 */
export type ProvenIdentity =
  | {
      kind: 'email'
      /** The address as the visitor wrote it. */
      email: string
    }
  | {
      kind: SocialProvider
      /** Who names the person: the issuer of OpenID Connect, or a fixed text where the provider has none. */
      issuer: string
      /** The issuer's id of the person; never given to somebody else. */
      subject: string
      /** An address that the provider verified; null where it did not or does not say. */
      email: string | null
      /** What the provider calls the person; null where it does not say. */
      userName: string | null
    }
