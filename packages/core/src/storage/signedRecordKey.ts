import { storagePrefix } from '@latchkey/protocol'

/** Storage key of signed payments of Solana and Bitcoin, which survive a reload and are shared between tabs. */
export const signedRecordKey = `${storagePrefix}signed`
