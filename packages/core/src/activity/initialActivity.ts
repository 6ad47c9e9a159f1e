import type { ActivityState } from './ActivityFeature.ts'

/** No history asked for yet. */
export const initialActivity: ActivityState = {
  status: 'idle',
  data: undefined,
  updatedAt: undefined,
  error: undefined,
  account: undefined,
  hasMore: false,
  loadingMore: false,
}
