import type { Descriptor, FieldDisplay } from './Descriptor.ts'

const value: FieldDisplay = { path: 'value', label: 'amount', format: 'amount' }
const called: FieldDisplay = { path: 'to', label: 'contract', format: 'address' }
const nonce: FieldDisplay = { path: 'nonce', label: 'nonce', format: 'raw' }
const operation =
  '(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData,bytes signature)[] ops'
const oldOperation =
  '(address sender,uint256 nonce,bytes initCode,bytes callData,uint256 callGasLimit,uint256 verificationGasLimit,uint256 preVerificationGas,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,bytes paymasterAndData,bytes signature)[] ops'

/** Calls with nested calls: batches, smart accounts, relays. Source: Multicall3, ERC-4337, Safe 1.4, ERC-2771. */
export const accountDescriptors: readonly Descriptor[] = [
  {
    name: 'Multicall3',
    deployments: [{ address: '0xcA11bde05977b3631167028862bE2a173976CA11' }],
  },
  {
    functions: {
      'aggregate((address target,bytes callData)[] calls)': {
        intent: 'contractCall',
        fields: [],
        calls: [{ path: 'calls.[].callData', to: 'calls.[].target' }],
      },
      'tryAggregate(bool requireSuccess,(address target,bytes callData)[] calls)': {
        intent: 'contractCall',
        fields: [],
        calls: [{ path: 'calls.[].callData', to: 'calls.[].target' }],
      },
      'aggregate3((address target,bool allowFailure,bytes callData)[] calls)': {
        intent: 'contractCall',
        fields: [],
        calls: [{ path: 'calls.[].callData', to: 'calls.[].target' }],
      },
      'aggregate3Value((address target,bool allowFailure,uint256 value,bytes callData)[] calls)': {
        intent: 'contractCall',
        fields: [{ path: 'calls.[].value', label: 'amount', format: 'amount' }],
        calls: [{ path: 'calls.[].callData', to: 'calls.[].target' }],
      },
      'execTransaction(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,bytes signatures)':
        {
          intent: 'contractCall',
          fields: [called, value],
          calls: [{ path: 'data', to: 'to' }],
        },
      'execute(address to,uint256 value,bytes data)': {
        intent: 'contractCall',
        fields: [called, value],
        calls: [{ path: 'data', to: 'to' }],
      },
      'executeMetaTransaction(address userAddress,bytes functionSignature,bytes32 sigR,bytes32 sigS,uint8 sigV)': {
        intent: 'contractCall',
        fields: [{ path: 'userAddress', label: 'from', format: 'address' }],
        calls: [{ path: 'functionSignature', to: '@.to' }],
      },
    },
    types: {
      'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)':
        {
          intent: 'signTypedData',
          fields: [
            called,
            value,
            // Refund that the account pays to the executor, for each unit of gas.
            { path: 'gasPrice', label: 'amount', format: 'amount', tokenPath: 'gasToken', onlyWith: 'gasPrice' },
            { path: 'refundReceiver', label: 'receiver', format: 'address', onlyWith: 'gasPrice' },
            nonce,
          ],
          calls: [{ path: 'data', to: 'to' }],
        },
      'MetaTransaction(uint256 nonce,address from,bytes functionSignature)': {
        intent: 'signTypedData',
        fields: [nonce, { path: 'from', label: 'from', format: 'address' }],
        calls: [{ path: 'functionSignature', to: '@.to' }],
      },
      'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data)': {
        intent: 'signTypedData',
        fields: [{ path: 'from', label: 'from', format: 'address' }, called, value, nonce],
        calls: [{ path: 'data', to: 'to' }],
      },
      'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)': {
        intent: 'signTypedData',
        fields: [
          { path: 'from', label: 'from', format: 'address' },
          called,
          value,
          nonce,
          { path: 'deadline', label: 'deadline', format: 'date' },
        ],
        calls: [{ path: 'data', to: 'to' }],
      },
    },
  },
  {
    name: 'ERC-4337 EntryPoint',
    deployments: [
      { address: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108' },
      { address: '0x0000000071727De22E5E9d8BAf0edAc6f37da032' },
      { address: '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789' },
    ],
    functions: {
      [`handleOps(${operation},address beneficiary)`]: {
        intent: 'contractCall',
        fields: [{ path: 'beneficiary', label: 'receiver', format: 'address' }],
        calls: [{ path: 'ops.[].callData', to: 'ops.[].sender' }],
      },
      [`handleOps(${oldOperation},address beneficiary)`]: {
        intent: 'contractCall',
        fields: [{ path: 'beneficiary', label: 'receiver', format: 'address' }],
        calls: [{ path: 'ops.[].callData', to: 'ops.[].sender' }],
      },
      'depositTo(address account)': {
        intent: 'deposit',
        fields: [{ path: 'account', label: 'receiver', format: 'address' }],
      },
      'withdrawTo(address withdrawAddress,uint256 withdrawAmount)': {
        intent: 'withdraw',
        fields: [
          { path: 'withdrawAddress', label: 'receiver', format: 'address' },
          { path: 'withdrawAmount', label: 'amount', format: 'amount' },
        ],
      },
    },
  },
  {
    name: 'ENS registrar',
    deployments: [
      { chainId: 1, address: '0x253553366Da8546fC250F225fe3d25d0C782303b' },
      { chainId: 1, address: '0x283Af0B28c62C092C9727F1Ee09c02CA627EB7F5' },
    ],
    functions: {
      'commit(bytes32 commitment)': { intent: 'contractCall', fields: [] },
      'register(string name,address owner,uint256 duration,bytes32 secret,address resolver,bytes[] data,bool reverseRecord,uint16 ownerControlledFuses)':
        { intent: 'contractCall', fields: [{ path: 'owner', label: 'owner', format: 'address' }] },
      'register(string name,address owner,uint256 duration,bytes32 secret)': {
        intent: 'contractCall',
        fields: [{ path: 'owner', label: 'owner', format: 'address' }],
      },
      'renew(string name,uint256 duration)': { intent: 'contractCall', fields: [] },
    },
  },
]
