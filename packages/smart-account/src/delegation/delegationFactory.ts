/** What an operation has as its factory when an ordinary account takes on code with it. Source: ERC-4337, EIP-7702. */
export const delegationFactory = '0x7702' as const
