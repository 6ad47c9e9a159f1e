// Generated from solidity/OperationProbe.sol by `npm run compile -w @latchkey/contracts`; do not edit.
/** ABI of contract `OperationProbe`. */
export const operationProbeAbi = [
  {
    inputs: [],
    name: 'OutOfRangeAccess',
    type: 'error',
  },
  {
    stateMutability: 'payable',
    type: 'fallback',
  },
  {
    inputs: [],
    name: 'original',
    outputs: [
      {
        internalType: 'address',
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
      {
        internalType: 'uint256',
        name: 'stepGas',
        type: 'uint256',
      },
    ],
    name: 'probe',
    outputs: [
      {
        components: [
          {
            components: [
              {
                internalType: 'bool',
                name: 'made',
                type: 'bool',
              },
              {
                internalType: 'bool',
                name: 'done',
                type: 'bool',
              },
              {
                internalType: 'uint256',
                name: 'gas',
                type: 'uint256',
              },
              {
                internalType: 'bytes',
                name: 'data',
                type: 'bytes',
              },
            ],
            internalType: 'struct OperationProbe.Step',
            name: 'creation',
            type: 'tuple',
          },
          {
            components: [
              {
                internalType: 'bool',
                name: 'made',
                type: 'bool',
              },
              {
                internalType: 'bool',
                name: 'done',
                type: 'bool',
              },
              {
                internalType: 'uint256',
                name: 'gas',
                type: 'uint256',
              },
              {
                internalType: 'bytes',
                name: 'data',
                type: 'bytes',
              },
            ],
            internalType: 'struct OperationProbe.Step',
            name: 'validation',
            type: 'tuple',
          },
          {
            components: [
              {
                internalType: 'bool',
                name: 'made',
                type: 'bool',
              },
              {
                internalType: 'bool',
                name: 'done',
                type: 'bool',
              },
              {
                internalType: 'uint256',
                name: 'gas',
                type: 'uint256',
              },
              {
                internalType: 'bytes',
                name: 'data',
                type: 'bytes',
              },
            ],
            internalType: 'struct OperationProbe.Step',
            name: 'paymasterValidation',
            type: 'tuple',
          },
          {
            components: [
              {
                internalType: 'bool',
                name: 'made',
                type: 'bool',
              },
              {
                internalType: 'bool',
                name: 'done',
                type: 'bool',
              },
              {
                internalType: 'uint256',
                name: 'gas',
                type: 'uint256',
              },
              {
                internalType: 'bytes',
                name: 'data',
                type: 'bytes',
              },
            ],
            internalType: 'struct OperationProbe.Step',
            name: 'call',
            type: 'tuple',
          },
          {
            components: [
              {
                internalType: 'bool',
                name: 'made',
                type: 'bool',
              },
              {
                internalType: 'bool',
                name: 'done',
                type: 'bool',
              },
              {
                internalType: 'uint256',
                name: 'gas',
                type: 'uint256',
              },
              {
                internalType: 'bytes',
                name: 'data',
                type: 'bytes',
              },
            ],
            internalType: 'struct OperationProbe.Step',
            name: 'postOp',
            type: 'tuple',
          },
          {
            internalType: 'uint256',
            name: 'validationData',
            type: 'uint256',
          },
          {
            internalType: 'uint256',
            name: 'paymasterValidationData',
            type: 'uint256',
          },
          {
            internalType: 'uint256',
            name: 'prefund',
            type: 'uint256',
          },
          {
            internalType: 'uint256',
            name: 'missingFunds',
            type: 'uint256',
          },
          {
            internalType: 'uint256',
            name: 'sentFunds',
            type: 'uint256',
          },
          {
            internalType: 'uint256',
            name: 'paymasterDeposit',
            type: 'uint256',
          },
        ],
        internalType: 'struct OperationProbe.Report',
        name: 'report',
        type: 'tuple',
      },
    ],
    stateMutability: 'nonpayable',
    type: 'function',
  },
  {
    inputs: [
      {
        internalType: 'bytes',
        name: 'answer',
        type: 'bytes',
      },
    ],
    name: 'readAnswer',
    outputs: [
      {
        internalType: 'bytes',
        name: 'context',
        type: 'bytes',
      },
      {
        internalType: 'uint256',
        name: 'validationData',
        type: 'uint256',
      },
    ],
    stateMutability: 'pure',
    type: 'function',
  },
  {
    stateMutability: 'payable',
    type: 'receive',
  },
] as const
