import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import { createLazyPart } from '../store/createLazyPart.ts'
import type { CallsFeature } from './CallsFeature.ts'

/** Creates the calls feature. Its engine loads on first use. */
export function createCalls(options: {
  context: CoreContext
  connection: ConnectionFeature
}): CallsFeature & { destroy: () => void } {
  const { later, destroy } = createLazyPart({
    context: options.context,
    chunk: () => import('./createCallsEngine.ts'),
    make: ({ createCallsEngine }) => createCallsEngine(options),
  })
  return {
    ...later('capabilities', 'send', 'status', 'wait', 'show', 'assets'),
    destroy,
  }
}
