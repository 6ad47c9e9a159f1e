import type { UserOperation } from '@latchkey/smart-account'
import { type PackedUserOperation, toPackedUserOperation } from 'viem/account-abstraction'

/** An operation as the EntryPoint takes it. Source: ERC-4337, `PackedUserOperation`. */
export function packOperation({ eip7702Auth: _, ...operation }: UserOperation): PackedUserOperation {
  return toPackedUserOperation(operation)
}

/** Whether an ordinary account takes on code with this operation (EIP-7702). */
export function takesOnCode({ factory }: Pick<UserOperation, 'factory'>): boolean {
  return factory !== undefined && /^0x7702(0{36})?$/i.test(factory)
}
