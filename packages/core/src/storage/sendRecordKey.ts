import { storagePrefix } from '@latchkey/protocol'

/** Storage key of the previews of pending sends, which survive a reload. */
export const sendRecordKey = `${storagePrefix}send`
