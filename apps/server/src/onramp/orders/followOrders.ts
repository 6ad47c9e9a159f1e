import type { AccountId } from '@latchkey/protocol'
import type { Context } from '../../platform/context.ts'
import { orderChannel, readOrderNews } from './orderNews.ts'

/**
 * Tells of every order that changed, in whichever process, until the context's shutdown.
 *
 * @param options.onChange told whose order it is
 * @param options.onGap told when changes were missed
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
      log.error({ err: error }, 'News of an order was unreadable')
    }
  }
  const stop = await bus.subscribe(orderChannel, read, onGap)
  shutdown.add('orders', stop)
}
