import type { ProvenIdentity } from '../auth/ProvenIdentity.ts'

/** A channel on which a Farcaster app delivers a signed message (FIP-11). */
export type FarcasterChannel = {
  /** Identifies the channel to the relay. It is a secret: stored sealed, and never sent to clients. */
  channelToken: string
  /** Shown as a QR code, or opened on a phone. */
  url: string
}

/**
 * Sign In With Farcaster, for the attempts. The attempt stores the channel's token and the nonce, so any process can wait for the message.
 * The relay is only polled while a caller waits.
 */
export type FarcasterChannels = {
  /**
   * Opens a channel.
   *
   * @param options.nonce nonce that the message must contain: 32 hexadecimal characters
   * @param options.expiresAt end of the attempt; the message must not be valid longer
   * @throws LatchkeyError `social_provider_failed` if the relay does not answer
   */
  open: (options: { nonce: string; expiresAt: Date }) => Promise<FarcasterChannel>
  /**
   * Waits for the signed message, and verifies it.
   *
   * @param options.signal ends the wait: the caller disconnected, the time is over, or another process was faster
   * @returns undefined if the wait ended without a message
   * @throws LatchkeyError `social_refused` if the message is invalid. Its details have the `reason`, only for the audit log, not for the
   * caller. `social_denied` if the user declined. `social_provider_failed` if the relay or the chain does not answer
   */
  wait: (options: { channelToken: string; nonce: string; signal: AbortSignal }) => Promise<ProvenIdentity | undefined>
}
