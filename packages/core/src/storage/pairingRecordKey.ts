import { storagePrefix } from '@latchkey/protocol'

/** Where a pairing is kept over a reload of the page, for its lifetime. */
export const pairingRecordKey = `${storagePrefix}pairing`
