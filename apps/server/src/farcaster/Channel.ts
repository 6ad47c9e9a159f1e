import type { ChannelAnswer, ChannelRequest } from './channelSchemas.ts'

/** A channel between the requester of a sign-in and the answering app. */
export type Channel = {
  nonce: string
  /** URL that opens the app. */
  url: string
  /** Required content of the message, and allowed signing methods. */
  request: ChannelRequest
  /** Requester, for display in the app. Empty if it is this server. */
  metadata: { ip: string; userAgent: string }
  /** Whether this server opened the channel. Such an answer is only read internally, never over HTTP. */
  isOwn: boolean
}

/** State of a channel. */
export type ChannelState =
  | { state: 'pending'; channel: Channel }
  | { state: 'completed'; channel: Channel; answer: ChannelAnswer }
  | { state: 'declined'; channel: Channel }
