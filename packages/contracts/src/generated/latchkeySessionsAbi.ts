// Generated from solidity/LatchkeySessions.sol by `npm run compile -w @latchkey/contracts`; do not edit.
/** ABI of contract `LatchkeySessions`. */
export const latchkeySessionsAbi = [
  {
    inputs: [],
    name: 'AccountCodeRefused',
    type: 'error',
  },
  {
    inputs: [
      {
        internalType: 'uint256',
        name: 'allowance',
        type: 'uint256',
      },
    ],
    name: 'AllowanceExceeded',
    type: 'error',
  },
  {
    inputs: [
      {
        internalType: 'uint256',
        name: 'call',
        type: 'uint256',
      },
    ],
    name: 'AllowanceMissing',
    type: 'error',
  },
  {
    inputs: [
      {
        internalType: 'uint256',
        name: 'call',
        type: 'uint256',
      },
    ],
    name: 'CallRefused',
    type: 'error',
  },
  {
    inputs: [],
    name: 'GasRefused',
    type: 'error',
  },
  {
    inputs: [],
    name: 'InvalidGrant',
    type: 'error',
  },
  {
    inputs: [],
    name: 'OutOfRangeAccess',
    type: 'error',
  },
  {
    inputs: [],
    name: 'OutsideWindow',
    type: 'error',
  },
  {
    inputs: [
      {
        internalType: 'uint32',
        name: 'id',
        type: 'uint32',
      },
    ],
    name: 'SessionExists',
    type: 'error',
  },
  {
    inputs: [
      {
        internalType: 'uint32',
        name: 'id',
        type: 'uint32',
      },
    ],
    name: 'SessionUnknown',
    type: 'error',
  },
  {
    inputs: [],
    name: 'UnreadableCalls',
    type: 'error',
  },
  {
    inputs: [],
    name: 'WrongCaller',
    type: 'error',
  },
  {
    anonymous: false,
    inputs: [
      {
        indexed: true,
        internalType: 'address',
        name: 'account',
        type: 'address',
      },
      {
        indexed: true,
        internalType: 'uint32',
        name: 'id',
        type: 'uint32',
      },
      {
        indexed: false,
        internalType: 'bytes32',
        name: 'grantHash',
        type: 'bytes32',
      },
      {
        components: [
          {
            internalType: 'bytes',
            name: 'signer',
            type: 'bytes',
          },
          {
            internalType: 'address',
            name: 'coSigner',
            type: 'address',
          },
          {
            internalType: 'uint48',
            name: 'validAfter',
            type: 'uint48',
          },
          {
            internalType: 'uint48',
            name: 'validUntil',
            type: 'uint48',
          },
          {
            components: [
              {
                internalType: 'address',
                name: 'target',
                type: 'address',
              },
              {
                internalType: 'bytes4',
                name: 'selector',
                type: 'bytes4',
              },
              {
                internalType: 'uint256',
                name: 'valueLimit',
                type: 'uint256',
              },
              {
                components: [
                  {
                    internalType: 'uint16',
                    name: 'index',
                    type: 'uint16',
                  },
                  {
                    internalType: 'uint8',
                    name: 'condition',
                    type: 'uint8',
                  },
                  {
                    internalType: 'bytes32',
                    name: 'value',
                    type: 'bytes32',
                  },
                ],
                internalType: 'struct ArgumentRule[]',
                name: 'arguments',
                type: 'tuple[]',
              },
            ],
            internalType: 'struct CallRule[]',
            name: 'calls',
            type: 'tuple[]',
          },
          {
            components: [
              {
                internalType: 'address',
                name: 'token',
                type: 'address',
              },
              {
                internalType: 'uint256',
                name: 'limit',
                type: 'uint256',
              },
              {
                internalType: 'uint48',
                name: 'start',
                type: 'uint48',
              },
              {
                internalType: 'uint48',
                name: 'period',
                type: 'uint48',
              },
            ],
            internalType: 'struct Allowance[]',
            name: 'allowances',
            type: 'tuple[]',
          },
        ],
        indexed: false,
        internalType: 'struct Grant',
        name: 'rules',
        type: 'tuple',
      },
    ],
    name: 'SessionGranted',
    type: 'event',
  },
  {
    anonymous: false,
    inputs: [
      {
        indexed: true,
        internalType: 'address',
        name: 'account',
        type: 'address',
      },
      {
        indexed: true,
        internalType: 'uint32',
        name: 'id',
        type: 'uint32',
      },
    ],
    name: 'SessionRevoked',
    type: 'event',
  },
  {
    inputs: [],
    name: 'MIN_PERIOD',
    outputs: [
      {
        internalType: 'uint48',
        name: '',
        type: 'uint48',
      },
    ],
    stateMutability: 'view',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'uint32',
        name: 'id',
        type: 'uint32',
      },
      {
        components: [
          {
            internalType: 'bytes',
            name: 'signer',
            type: 'bytes',
          },
          {
            internalType: 'address',
            name: 'coSigner',
            type: 'address',
          },
          {
            internalType: 'uint48',
            name: 'validAfter',
            type: 'uint48',
          },
          {
            internalType: 'uint48',
            name: 'validUntil',
            type: 'uint48',
          },
          {
            components: [
              {
                internalType: 'address',
                name: 'target',
                type: 'address',
              },
              {
                internalType: 'bytes4',
                name: 'selector',
                type: 'bytes4',
              },
              {
                internalType: 'uint256',
                name: 'valueLimit',
                type: 'uint256',
              },
              {
                components: [
                  {
                    internalType: 'uint16',
                    name: 'index',
                    type: 'uint16',
                  },
                  {
                    internalType: 'uint8',
                    name: 'condition',
                    type: 'uint8',
                  },
                  {
                    internalType: 'bytes32',
                    name: 'value',
                    type: 'bytes32',
                  },
                ],
                internalType: 'struct ArgumentRule[]',
                name: 'arguments',
                type: 'tuple[]',
              },
            ],
            internalType: 'struct CallRule[]',
            name: 'calls',
            type: 'tuple[]',
          },
          {
            components: [
              {
                internalType: 'address',
                name: 'token',
                type: 'address',
              },
              {
                internalType: 'uint256',
                name: 'limit',
                type: 'uint256',
              },
              {
                internalType: 'uint48',
                name: 'start',
                type: 'uint48',
              },
              {
                internalType: 'uint48',
                name: 'period',
                type: 'uint48',
              },
            ],
            internalType: 'struct Allowance[]',
            name: 'allowances',
            type: 'tuple[]',
          },
        ],
        internalType: 'struct Grant',
        name: 'rules',
        type: 'tuple',
      },
    ],
    name: 'grant',
    outputs: [],
    stateMutability: 'nonpayable',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'uint256',
        name: 'moduleTypeId',
        type: 'uint256',
      },
    ],
    name: 'isModuleType',
    outputs: [
      {
        internalType: 'bool',
        name: '',
        type: 'bool',
      },
    ],
    stateMutability: 'pure',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'address',
        name: '',
        type: 'address',
      },
      {
        internalType: 'bytes32',
        name: '',
        type: 'bytes32',
      },
      {
        internalType: 'bytes',
        name: '',
        type: 'bytes',
      },
    ],
    name: 'isValidSignatureWithSender',
    outputs: [
      {
        internalType: 'bytes4',
        name: '',
        type: 'bytes4',
      },
    ],
    stateMutability: 'pure',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'bytes',
        name: '',
        type: 'bytes',
      },
    ],
    name: 'onInstall',
    outputs: [],
    stateMutability: 'nonpayable',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'bytes',
        name: '',
        type: 'bytes',
      },
    ],
    name: 'onUninstall',
    outputs: [],
    stateMutability: 'nonpayable',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'uint32',
        name: 'id',
        type: 'uint32',
      },
    ],
    name: 'revoke',
    outputs: [],
    stateMutability: 'nonpayable',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'address',
        name: 'account',
        type: 'address',
      },
      {
        internalType: 'uint32',
        name: 'id',
        type: 'uint32',
      },
      {
        internalType: 'uint256',
        name: 'allowance',
        type: 'uint256',
      },
      {
        internalType: 'uint256',
        name: 'period',
        type: 'uint256',
      },
    ],
    name: 'spentOf',
    outputs: [
      {
        internalType: 'uint256',
        name: '',
        type: 'uint256',
      },
    ],
    stateMutability: 'view',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'address',
        name: 'account',
        type: 'address',
      },
      {
        internalType: 'uint32',
        name: 'id',
        type: 'uint32',
      },
    ],
    name: 'statusOf',
    outputs: [
      {
        internalType: 'bytes32',
        name: '',
        type: 'bytes32',
      },
    ],
    stateMutability: 'view',
    type: 'function',
  },
  {
    inputs: [
      {
        components: [
          {
            internalType: 'address',
            name: 'sender',
            type: 'address',
          },
          {
            internalType: 'uint256',
            name: 'nonce',
            type: 'uint256',
          },
          {
            internalType: 'bytes',
            name: 'initCode',
            type: 'bytes',
          },
          {
            internalType: 'bytes',
            name: 'callData',
            type: 'bytes',
          },
          {
            internalType: 'bytes32',
            name: 'accountGasLimits',
            type: 'bytes32',
          },
          {
            internalType: 'uint256',
            name: 'preVerificationGas',
            type: 'uint256',
          },
          {
            internalType: 'bytes32',
            name: 'gasFees',
            type: 'bytes32',
          },
          {
            internalType: 'bytes',
            name: 'paymasterAndData',
            type: 'bytes',
          },
          {
            internalType: 'bytes',
            name: 'signature',
            type: 'bytes',
          },
        ],
        internalType: 'struct PackedUserOperation',
        name: 'op',
        type: 'tuple',
      },
      {
        internalType: 'bytes32',
        name: 'opHash',
        type: 'bytes32',
      },
    ],
    name: 'validateUserOp',
    outputs: [
      {
        internalType: 'uint256',
        name: '',
        type: 'uint256',
      },
    ],
    stateMutability: 'nonpayable',
    type: 'function',
  },
] as const
