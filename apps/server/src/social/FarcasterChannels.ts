/**
 * A channel over which a Farcaster app answers a request to sign in. Keep it sealed: whoever has the token can answer in the person's
 * place, though not with their signature.
 */
export type FarcasterChannel = {
  /** The name of the channel, and all that is needed to answer on it. */
  token: string
  /** What the message that is signed must repeat: a message of another channel is worth nothing. */
  nonce: string
  /** Shown as a code, or opened on a phone: the app reads the token from it. */
  url: string
  /** Unix milliseconds. */
  expiresAt: number
}

/** Who signed in with Farcaster. */
export type FarcasterPerson = {
  /** The number of the account, decimal: the subject of the identity. */
  fid: string
  /**
   * The name that the app gave, only to be shown. It stands in no signed text and in no registry on the chain: the app may say
   * what it likes, names change hands, and two people may have had the same one.
   */
  userName: string | null
  /** Whose key signed: the one that owns the account, or one that the owner registered for signing in. */
  signer: 'custody' | 'authAddress'
}

/** Sign In With Farcaster, as a login, a link and a step-up use it. Source: FIP-11. */
export type FarcasterChannels = {
  /**
   * Opens a channel that lives for ten minutes.
   *
   * @throws LatchkeyError `social_provider_failed`
   */
  open: () => Promise<FarcasterChannel>
  /**
   * Waits for the answer and verifies it. It may be called again, also in another process: whoever waits reads the channel, and an
   * answer that was read once stays until the channel ends.
   *
   * @param options.timeout seconds (default 25)
   * @returns undefined when the time is over, or the caller gone, without an answer
   * @throws LatchkeyError `social_denied`, `social_expired`, `social_provider_failed`; `social_refused` with the `reason` in its
   * details, for the audit log alone
   */
  watch: (options: {
    channel: Pick<FarcasterChannel, 'token' | 'nonce' | 'expiresAt'>
    signal?: AbortSignal | undefined
    timeout?: number
  }) => Promise<FarcasterPerson | undefined>
}

/** The issuer of identities that come from Farcaster. */
export const farcasterIssuer = 'farcaster'
