import { storagePrefix } from '@latchkey/protocol'

/** Where the visitor's signed payments of Solana and Bitcoin are kept over a reload, and shared between tabs. */
export const signedRecordKey = `${storagePrefix}signed`
