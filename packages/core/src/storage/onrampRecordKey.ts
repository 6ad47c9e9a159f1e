import { storagePrefix } from '@latchkey/protocol'

/** Where the purchases of this browser are kept over a reload, and shared between tabs. */
export const onrampRecordKey = `${storagePrefix}onramp`
