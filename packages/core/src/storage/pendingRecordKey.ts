import { storagePrefix } from '@latchkey/protocol'

/** Storage key of the visitor's transactions, which survive a reload and are shared between tabs. */
export const pendingRecordKey = `${storagePrefix}pending`
