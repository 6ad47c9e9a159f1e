import type { ProvenIdentity } from '../auth/ProvenIdentity.ts'

/** A channel on which a Farcaster app hands over a signed message (FIP-11). */
export type FarcasterChannel = {
  /** Names the channel to the relay. A secret: it is stored sealed, and never leaves the server. */
  channelToken: string
  /** Shown as a code, or opened on a phone. */
  url: string
}

/**
 * Sign In With Farcaster, as the attempts see it. The attempt keeps the channel's token and the nonce, so that any process can wait for
 * the message, and nobody asks the relay for an attempt that nobody waits for.
 */
export type FarcasterChannels = {
  /**
   * Opens a channel.
   *
   * @param options.nonce what the message must carry: 32 hexadecimal characters
   * @param options.expiresAt when the attempt ends; the message must not be good for longer
   * @throws LatchkeyError `social_provider_failed` when the relay does not answer
   */
  open: (options: { nonce: string; expiresAt: Date }) => Promise<FarcasterChannel>
  /**
   * Waits until the signed message is there, and verifies it.
   *
   * @param options.signal ends the wait: the caller is gone, its time is over, or another process was quicker
   * @returns undefined when the wait ended without a message
   * @throws LatchkeyError `social_refused` when the message does not hold, with the `reason` in its details (for the audit log alone: the
   * caller is told nothing of it); `social_denied` when the person declined;
   * `social_provider_failed` when the relay or the chain does not answer
   */
  wait: (options: { channelToken: string; nonce: string; signal: AbortSignal }) => Promise<ProvenIdentity | undefined>
}
