import { storagePrefix } from '@latchkey/protocol'

/** Storage key of the providers of the last visit, and of a login that left the page. */
export const socialRecordKey = `${storagePrefix}social`
