import type { AccountReaderParameters } from '../account/createLiveReader.ts'
import { createLazyReader } from '../store/createLazyReader.ts'
import type { BalancesFeature, BalancesState } from './BalancesFeature.ts'

const initial: BalancesState = {
  status: 'idle',
  data: undefined,
  otherAssets: undefined,
  updatedAt: undefined,
  error: undefined,
  account: undefined,
  blockedUntil: undefined,
  total: undefined,
}

/** Creates the balances of the connected account. */
export function createBalances(
  parameters: Omit<AccountReaderParameters<BalancesState>, 'store' | 'initial'>,
): BalancesFeature & { destroy: () => void } {
  const { use, ...resource } = createLazyReader({
    context: parameters.context,
    initial,
    chunk: () => import('./createBalancesEngine.ts'),
    make: (chunk, store) => chunk.createBalancesEngine({ ...parameters, store, initial }),
  })
  return { ...resource, refresh: (options) => use((reader) => reader.refresh(options)) }
}
