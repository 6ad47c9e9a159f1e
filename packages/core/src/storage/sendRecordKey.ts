import { storagePrefix } from '@latchkey/protocol'

/** Where the previews of sends that are under way are kept over a reload. */
export const sendRecordKey = `${storagePrefix}send`
