/** One call, which reverts the operation if it fails. Source: ERC-7579, execution mode. */
export const singleMode = `0x${'00'.repeat(32)}` as const

/** Several calls, which all succeed or all revert. */
export const batchMode = `0x01${'00'.repeat(31)}` as const

/** ABI type of the calls in a batch. */
export const callListType = {
  type: 'tuple[]',
  components: [
    { name: 'target', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'callData', type: 'bytes' },
  ],
} as const
