import type { ChannelAnswer, ChannelRequest } from './channelSchemas.ts'

/** Fields of an app's answer that the server reads. */
export type SignedMessage = Pick<ChannelAnswer, 'message' | 'signature' | 'username'>

/** Result of a channel. `gone`: it expired, or the relay no longer knows it. */
export type ChannelEnd = { type: 'answered'; answer: SignedMessage } | { type: 'declined' } | { type: 'gone' }

/** Client of a relay: this server's own, or another one. */
export type ChannelClient = {
  /** @throws LatchkeyError `social_provider_failed` */
  open: (request: ChannelRequest) => Promise<{ channelToken: string; url: string }>
  /**
   * Waits for the answer. Can be called again, even in another process.
   *
   * @returns undefined if the signal was first
   * @throws LatchkeyError `social_provider_failed` if the relay repeatedly does not answer
   */
  waitForAnswer: (options: { channelToken: string; signal: AbortSignal }) => Promise<ChannelEnd | undefined>
}
