export { type CheckedAddress, checkAddress } from '../chains/checkAddress.ts'
