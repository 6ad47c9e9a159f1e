import { storagePrefix } from '@latchkey/protocol'

/** Where the providers of the last visit are kept, and a login that led away from the page. */
export const socialRecordKey = `${storagePrefix}social`
