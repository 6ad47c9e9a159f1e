import { storagePrefix } from '@latchkey/protocol'

/** Where a tab keeps for whom a login mail is under way. */
export const emailRecordKey = `${storagePrefix}email`
