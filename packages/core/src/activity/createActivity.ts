import type { CoreContext } from '../CoreContext.ts'
import { createLazyReader } from '../store/createLazyReader.ts'
import type { ActivityFeature, ActivityState } from './ActivityFeature.ts'
import type { ActivityReader, ActivityReaderParameters } from './createActivityReader.ts'

/** No history asked for yet. */
const initialActivity: ActivityState = {
  status: 'idle',
  data: undefined,
  updatedAt: undefined,
  error: undefined,
  account: undefined,
  hasMore: false,
  loadingMore: false,
}

/** The history of the connected account. */
export function createActivity(
  parameters: Omit<ActivityReaderParameters, 'store'> & { context: CoreContext },
): ActivityFeature & { destroy: () => void } {
  const { use, ...resource } = createLazyReader<ActivityState, ActivityReader>({
    context: parameters.context,
    initial: initialActivity,
    load: async (store) => (await import('./createActivityReader.ts')).createActivityReader({ ...parameters, store }),
  })
  return {
    ...resource,
    refresh: () => use((reader) => reader.refresh()),
    loadMore: () => use((reader) => reader.loadMore()),
    find: ({ hash, chainId }) =>
      resource
        .getState()
        .data?.find(({ metadata }) => metadata.hash.toLowerCase() === hash.toLowerCase() && metadata.chain === chainId),
  }
}
