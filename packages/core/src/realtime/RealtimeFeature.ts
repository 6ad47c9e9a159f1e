import type { Topic } from '@latchkey/protocol'
import type { RealtimeEvent } from '@latchkey/protocol/api'
import type { Readable } from '../store/Store.ts'

/** Whether news arrive live. `down` while the stream is being re-established; data is then re-read on a timer by its owner. */
export type RealtimeState = { status: 'idle' | 'connecting' | 'live' | 'down' }

/**
 * One event stream for the whole page, opened with the first topic and closed with the last.
 *
 * @example
 * const stop = latchkey.realtime.follow({
 *   topic: 'balance:eip155:1:0x140BBf461e33044E4193730d1511EA2894edb528',
 *   onEvent: () => void latchkey.balances.refresh(),
 * })
 */
export type RealtimeFeature = Readable<RealtimeState> & {
  /** Follows a topic; returns the function that stops. Events missed while the stream was down are announced by `resync`. */
  follow: (options: { topic: Topic; onEvent: (event: RealtimeEvent) => void; onResync?: () => void }) => () => void
}
