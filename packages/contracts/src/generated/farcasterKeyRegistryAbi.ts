// Generated from solidity/FarcasterKeyRegistry.sol by `npm run compile -w @latchkey/contracts`; do not edit.
/** ABI of contract `FarcasterKeyRegistry`. */
export const farcasterKeyRegistryAbi = [
  {
    inputs: [
      {
        internalType: 'contract FarcasterIdRegistry',
        name: 'idRegistry_',
        type: 'address',
      },
    ],
    stateMutability: 'nonpayable',
    type: 'constructor',
  },
  {
    inputs: [],
    name: 'InvalidState',
    type: 'error',
  },
  {
    inputs: [],
    name: 'Unauthorized',
    type: 'error',
  },
  {
    anonymous: false,
    inputs: [
      {
        indexed: true,
        internalType: 'uint256',
        name: 'fid',
        type: 'uint256',
      },
      {
        indexed: true,
        internalType: 'uint32',
        name: 'keyType',
        type: 'uint32',
      },
      {
        indexed: true,
        internalType: 'bytes',
        name: 'key',
        type: 'bytes',
      },
      {
        indexed: false,
        internalType: 'bytes',
        name: 'keyBytes',
        type: 'bytes',
      },
    ],
    name: 'Add',
    type: 'event',
  },
  {
    anonymous: false,
    inputs: [
      {
        indexed: true,
        internalType: 'uint256',
        name: 'fid',
        type: 'uint256',
      },
      {
        indexed: true,
        internalType: 'bytes',
        name: 'key',
        type: 'bytes',
      },
      {
        indexed: false,
        internalType: 'bytes',
        name: 'keyBytes',
        type: 'bytes',
      },
    ],
    name: 'Remove',
    type: 'event',
  },
  {
    inputs: [
      {
        internalType: 'uint32',
        name: 'keyType',
        type: 'uint32',
      },
      {
        internalType: 'bytes',
        name: 'key',
        type: 'bytes',
      },
    ],
    name: 'add',
    outputs: [],
    stateMutability: 'nonpayable',
    type: 'function',
  },
  {
    inputs: [],
    name: 'idRegistry',
    outputs: [
      {
        internalType: 'contract FarcasterIdRegistry',
        name: '',
        type: 'address',
      },
    ],
    stateMutability: 'view',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'uint256',
        name: 'fid',
        type: 'uint256',
      },
      {
        internalType: 'bytes',
        name: 'key',
        type: 'bytes',
      },
    ],
    name: 'keyDataOf',
    outputs: [
      {
        components: [
          {
            internalType: 'enum FarcasterKeyRegistry.KeyState',
            name: 'state',
            type: 'uint8',
          },
          {
            internalType: 'uint32',
            name: 'keyType',
            type: 'uint32',
          },
        ],
        internalType: 'struct FarcasterKeyRegistry.KeyData',
        name: '',
        type: 'tuple',
      },
    ],
    stateMutability: 'view',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'bytes',
        name: 'key',
        type: 'bytes',
      },
    ],
    name: 'remove',
    outputs: [],
    stateMutability: 'nonpayable',
    type: 'function',
  },
] as const
