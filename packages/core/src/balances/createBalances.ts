import type { AccountReaderParameters } from '../account/createLiveReader.ts'
import { createLazyReader } from '../store/createLazyReader.ts'
import type { BalancesFeature, BalancesState } from './BalancesFeature.ts'
import type { BalancesReader } from './createBalancesReader.ts'
import { initialBalances } from './initialBalances.ts'

/** The balances of the connected account. */
export function createBalances(
  parameters: Omit<AccountReaderParameters<BalancesState>, 'store'>,
): BalancesFeature & { destroy: () => void } {
  const { use, ...resource } = createLazyReader<BalancesState, BalancesReader>({
    context: parameters.context,
    initial: initialBalances,
    load: async (store) => (await import('./createBalancesReader.ts')).createBalancesReader({ ...parameters, store }),
  })
  return { ...resource, refresh: (options) => use((reader) => reader.refresh(options)) }
}
