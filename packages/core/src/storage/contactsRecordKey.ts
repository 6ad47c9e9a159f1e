import { storagePrefix } from '@latchkey/protocol'

/** Where those whom the visitor has paid are kept. */
export const contactsRecordKey = `${storagePrefix}contacts`
