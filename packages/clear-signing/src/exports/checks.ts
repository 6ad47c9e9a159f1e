// Functions without an ABI coder or cryptography, small enough for a button's page.
export { noteAddress } from '../address/noteAddress.ts'
export type { KnownAddress } from '../DescribeParameters.ts'
export type { AddressNotice } from '../Description.ts'
export { readRevertReason } from '../simulation/readRevertReason.ts'
