import type { LatchkeyError } from '@latchkey/protocol'

/** Is told of a refusal before it is thrown: whoever asked deals with the request, this with what it says about the app's set-up. */
export type OnRefusal = (error: LatchkeyError) => void
