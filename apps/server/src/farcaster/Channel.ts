import type { ChannelAnswer, ChannelRequest } from './channelSchemas.ts'

/** A channel between who asks to sign in and the app that answers. */
export type Channel = {
  nonce: string
  /** What the app is opened by. */
  url: string
  /** What the message must say, and how it may be signed. */
  request: ChannelRequest
  /** Who asked, as the app may show it; empty where this server itself did. */
  metadata: { ip: string; userAgent: string }
  /** Opened by this server, which reads the answer itself: nobody fetches it over HTTP. */
  isOwn: boolean
}

/** Where a channel stands. */
export type ChannelState =
  | { state: 'pending'; channel: Channel }
  | { state: 'completed'; channel: Channel; answer: ChannelAnswer }
  | { state: 'declined'; channel: Channel }
