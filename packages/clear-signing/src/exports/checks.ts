// What needs neither an ABI coder nor cryptography: a button's page can afford it.
export { noteAddress } from '../address/noteAddress.ts'
export type { KnownAddress } from '../DescribeParameters.ts'
export type { AddressNotice } from '../Description.ts'
export { readRevertReason } from '../simulation/readRevertReason.ts'
