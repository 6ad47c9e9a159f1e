import type { ErrorCode } from '@latchkey/protocol'

/**
 * Remote data that may be missing or old. `idle` before the first request. `data` stays while a newer answer loads or if it fails;
 * `updatedAt` (Unix milliseconds) is then the time of the old answer.
 */
export type Resource<T> = {
  /** `idle` before the first request, `loading` while one runs, then `ready` or `failed`. */
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** The newest answer. It stays while another one loads, and if that fails. Undefined before the first answer. */
  data: T | undefined
  /** Time of the answer in `data`, in Unix milliseconds. */
  updatedAt: number | undefined
  /** Set while the newest attempt has failed. */
  error: { code: ErrorCode; message: string } | undefined
}
