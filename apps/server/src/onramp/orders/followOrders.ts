import type { AccountId } from '@latchkey/protocol'
import type { Context } from '../../platform/context.ts'
import { orderChannel, readOrderNews } from './orderNews.ts'

/**
 * Follows the changes of all orders in all processes, until the context's shutdown.
 *
 * @param options.onChange called with the order and its account
 * @param options.onGap called if changes were missed
 */
export async function followOrders({
  context: { bus, log, shutdown },
  onChange,
  onGap,
}: {
  context: Pick<Context, 'bus' | 'log' | 'shutdown'>
  onChange: (account: AccountId) => void
  onGap: () => void
}): Promise<void> {
  const read = (message: string) => {
    try {
      onChange(readOrderNews(message).account)
    } catch (error) {
      log.error({ err: error }, 'Order event is malformed, ignoring it')
    }
  }
  const stop = await bus.subscribe(orderChannel, read, onGap)
  shutdown.add('orders', stop)
}
