import { storagePrefix } from '@latchkey/protocol'

/** Storage key of the orders, which survive a reload and are shared between tabs. */
export const onrampRecordKey = `${storagePrefix}onramp`
