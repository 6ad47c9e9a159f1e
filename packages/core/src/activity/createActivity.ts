import type { AccountReaderParameters } from '../account/createLiveReader.ts'
import { createLazyReader } from '../store/createLazyReader.ts'
import type { ActivityFeature, ActivityState } from './ActivityFeature.ts'

const initial: ActivityState = {
  status: 'idle',
  data: undefined,
  updatedAt: undefined,
  error: undefined,
  account: undefined,
  hasMore: false,
  loadingMore: false,
}

/** Creates the activity of the connected account. */
export function createActivity(
  parameters: Omit<AccountReaderParameters<ActivityState>, 'store' | 'initial'>,
): ActivityFeature & { destroy: () => void } {
  const { use, ...resource } = createLazyReader({
    context: parameters.context,
    initial,
    chunk: () => import('./createActivityEngine.ts'),
    make: (chunk, store) => chunk.createActivityEngine({ ...parameters, store, initial }),
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
