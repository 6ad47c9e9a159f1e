// What needs neither an ABI coder nor cryptography: a button's page can afford it.
export { noteRecipient } from '../address/noteRecipient.ts'
export type { KnownAddress } from '../DescribeParameters.ts'
export type { RecipientNotice } from '../Description.ts'
export { readRevertReason } from '../simulation/readRevertReason.ts'
