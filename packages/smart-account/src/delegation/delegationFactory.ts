/** Value of an operation's factory if the operation delegates an EOA. Source: ERC-4337, EIP-7702. */
export const delegationFactory = '0x7702' as const
