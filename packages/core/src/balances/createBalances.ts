import type { CoreContext } from '../CoreContext.ts'
import { createLazyReader } from '../store/createLazyReader.ts'
import type { BalancesFeature, BalancesState } from './BalancesFeature.ts'
import type { BalancesReader, BalancesReaderParameters } from './createBalancesReader.ts'

/** No balances asked for yet. */
const initialBalances: BalancesState = {
  status: 'idle',
  data: undefined,
  otherAssets: undefined,
  updatedAt: undefined,
  error: undefined,
  account: undefined,
  blockedUntil: undefined,
  total: undefined,
}

/** The balances of the connected account. */
export function createBalances(
  parameters: Omit<BalancesReaderParameters, 'store'> & { context: CoreContext },
): BalancesFeature & { destroy: () => void } {
  const { use, ...resource } = createLazyReader<BalancesState, BalancesReader>({
    context: parameters.context,
    initial: initialBalances,
    load: async (store) => (await import('./createBalancesReader.ts')).createBalancesReader({ ...parameters, store }),
  })
  return { ...resource, refresh: (options) => use((reader) => reader.refresh(options)) }
}
