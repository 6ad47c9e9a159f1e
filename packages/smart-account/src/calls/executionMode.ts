/** One call, and all is undone when it fails. Source: ERC-7579, execution mode. */
export const singleMode = `0x${'00'.repeat(32)}` as const

/** Several calls, all or none. */
export const batchMode = `0x01${'00'.repeat(31)}` as const

/** The calls of a batch as they are encoded. */
export const callListType = {
  type: 'tuple[]',
  components: [
    { name: 'target', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'callData', type: 'bytes' },
  ],
} as const
