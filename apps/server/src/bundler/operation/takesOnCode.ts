import { delegationFactory, type UserOperation } from '@latchkey/smart-account'

/** Returns whether this operation delegates an EOA (EIP-7702). */
export function takesOnCode({ factory }: Pick<UserOperation, 'factory'>): boolean {
  return factory?.toLowerCase() === delegationFactory
}
