import type { ErrorCode } from '@latchkey/protocol'

/**
 * Data that comes from elsewhere and may be missing or old. `idle` until asked for; `data` stays while a newer answer is
 * on its way or could not be had, and then `updatedAt` (unix milliseconds) says how old it is.
 */
export type Resource<T> = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  data: T | undefined
  updatedAt: number | undefined
  /** Set while the newest attempt failed. */
  error: { code: ErrorCode; message: string } | undefined
}
