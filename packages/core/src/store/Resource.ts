import type { ErrorCode } from '@latchkey/protocol'

/**
 * Remote data that may be missing or old. `idle` before the first request. `data` stays while a newer answer loads or if it fails;
 * `updatedAt` (Unix milliseconds) is then the time of the old answer.
 */
export type Resource<T> = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  data: T | undefined
  updatedAt: number | undefined
  /** Set while the newest attempt has failed. */
  error: { code: ErrorCode; message: string } | undefined
}
