import { storagePrefix } from '@latchkey/protocol'

/** Storage key of a tab's current login by email. */
export const emailRecordKey = `${storagePrefix}email`
