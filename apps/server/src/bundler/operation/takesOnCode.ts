import { delegationFactory, type UserOperation } from '@latchkey/smart-account'

/** Whether an ordinary account takes on code with this operation (EIP-7702). */
export function takesOnCode({ factory }: Pick<UserOperation, 'factory'>): boolean {
  return factory?.toLowerCase() === delegationFactory
}
