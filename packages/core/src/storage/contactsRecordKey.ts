import { storagePrefix } from '@latchkey/protocol'

/** Storage key of the contacts. */
export const contactsRecordKey = `${storagePrefix}contacts`
