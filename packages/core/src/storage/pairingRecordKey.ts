import { storagePrefix } from '@latchkey/protocol'

/** Storage key of a pairing, which survives a reload for its lifetime. */
export const pairingRecordKey = `${storagePrefix}pairing`
