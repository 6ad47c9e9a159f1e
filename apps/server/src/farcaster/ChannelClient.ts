import type { ChannelAnswer, ChannelRequest } from './channelSchemas.ts'

/** What is read of an app's answer. */
export type SignedMessage = Pick<ChannelAnswer, 'message' | 'signature' | 'username'>

/** What came over a channel. `gone`: it ran out, or the relay knows nothing of it any more. */
export type ChannelEnd = { type: 'answered'; answer: SignedMessage } | { type: 'declined' } | { type: 'gone' }

/** A relay, as who asks for a sign-in uses it: this server's own, or another one. */
export type ChannelClient = {
  /** @throws LatchkeyError `social_provider_failed` */
  open: (request: ChannelRequest) => Promise<{ channelToken: string; url: string }>
  /**
   * Waits for the answer. It may be waited for again, also in another process.
   *
   * @returns undefined when the signal came first
   * @throws LatchkeyError `social_provider_failed` when the relay does not answer, several times over
   */
  waitForAnswer: (options: { channelToken: string; signal: AbortSignal }) => Promise<ChannelEnd | undefined>
}
