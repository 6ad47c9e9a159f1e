/** ABI type of a permission's rules: the struct `Grant` of `LatchkeySessions`. */
export const grantType = {
  type: 'tuple',
  name: 'rules',
  components: [
    { name: 'signer', type: 'bytes' },
    { name: 'coSigner', type: 'address' },
    { name: 'validAfter', type: 'uint48' },
    { name: 'validUntil', type: 'uint48' },
    {
      name: 'calls',
      type: 'tuple[]',
      components: [
        { name: 'target', type: 'address' },
        { name: 'selector', type: 'bytes4' },
        { name: 'valueLimit', type: 'uint256' },
        {
          name: 'arguments',
          type: 'tuple[]',
          components: [
            { name: 'index', type: 'uint16' },
            { name: 'condition', type: 'uint8' },
            { name: 'value', type: 'bytes32' },
          ],
        },
      ],
    },
    {
      name: 'allowances',
      type: 'tuple[]',
      components: [
        { name: 'token', type: 'address' },
        { name: 'limit', type: 'uint256' },
        { name: 'start', type: 'uint48' },
        { name: 'period', type: 'uint48' },
      ],
    },
  ],
} as const
