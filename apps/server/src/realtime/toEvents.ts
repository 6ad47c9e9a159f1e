import { toErc20AssetId, toTopic } from '@latchkey/protocol'
import type { RealtimeEvent } from '@latchkey/protocol/api'
import type { Announcement } from '../chains/announcement.ts'

/** Converts an announcement to the events of its topics, one by one, so that a caller can stop early. */
export function* toEvents(announcement: Announcement): Generator<RealtimeEvent> {
  const { block, balances, histories, prices, trades } = announcement
  for (const account of balances) yield { kind: 'balance', topic: toTopic('balance', account), block }
  for (const account of histories) yield { kind: 'history', topic: toTopic('history', account), block }
  for (const { token, price } of prices) {
    yield { kind: 'price', topic: toTopic('price', toErc20AssetId(token)), price }
  }
  for (const { token, trades: list } of trades) {
    yield { kind: 'trades', topic: toTopic('trades', toErc20AssetId(token)), trades: [...list] }
  }
}
