import type { LatchkeyError } from '@latchkey/protocol'

/**
 * Called with a refusal before it is thrown. The caller handles the request; this function checks whether the app's configuration is the
 * cause.
 */
export type OnRefusal = (error: LatchkeyError) => void
