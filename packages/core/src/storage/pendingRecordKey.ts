import { storagePrefix } from '@latchkey/protocol'

/** Where transactions that wait for a block are kept over a reload. */
export const pendingRecordKey = `${storagePrefix}pending`
