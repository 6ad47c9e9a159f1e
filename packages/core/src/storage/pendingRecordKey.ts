import { storagePrefix } from '@latchkey/protocol'

/** Where the visitor's transactions are kept over a reload, and shared between tabs. */
export const pendingRecordKey = `${storagePrefix}pending`
