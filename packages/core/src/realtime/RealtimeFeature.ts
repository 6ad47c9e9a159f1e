import type { Topic } from '@latchkey/protocol'
import type { RealtimeEvent } from '@latchkey/protocol/api'
import type { Readable } from '../store/Store.ts'

/** Whether live events arrive. `down` while the stream is being reopened; features then read their data on a timer. */
export type RealtimeState = { status: 'idle' | 'connecting' | 'live' | 'down' }

/**
 * One event stream for the whole page. It opens with the first topic and closes with the last.
 *
 * @example
 * const stop = latchkey.realtime.follow({
 *   topic: 'balance:eip155:1:0x140BBf461e33044E4193730d1511EA2894edb528',
 *   onEvent: () => void latchkey.balances.refresh(),
 * })
 */
export type RealtimeFeature = Readable<RealtimeState> & {
  /** Follows a topic. Returns a function that stops. `onResync` is called after events may have been missed. */
  follow: (options: { topic: Topic; onEvent: (event: RealtimeEvent) => void; onResync?: () => void }) => () => void
}
