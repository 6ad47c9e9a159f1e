import type { Descriptor, FieldDisplay } from './Descriptor.ts'

const spender: FieldDisplay = { path: 'spender', label: 'spender', format: 'address' }
const deadline: FieldDisplay = { path: 'deadline', label: 'deadline', format: 'date' }
const nonce: FieldDisplay = { path: 'nonce', label: 'nonce', format: 'raw' }
const sigDeadline: FieldDisplay = { path: 'sigDeadline', label: 'deadline', format: 'date' }

const details = (path: string): FieldDisplay[] => [
  { path: `${path}.token`, label: 'token', format: 'address' },
  { path: `${path}.amount`, label: 'amount', format: 'amount', tokenPath: `${path}.token` },
  { path: `${path}.expiration`, label: 'deadline', format: 'date' },
  { path: `${path}.nonce`, label: 'nonce', format: 'raw' },
]
const permitted = (path: string): FieldDisplay[] => [
  { path: `${path}.token`, label: 'token', format: 'address' },
  { path: `${path}.amount`, label: 'amount', format: 'amount', tokenPath: `${path}.token` },
]
const at = (path: string, fields: readonly FieldDisplay[]) =>
  fields.map((field) => ({
    ...field,
    path: `${path}.${field.path}`,
    ...(field.tokenPath ? { tokenPath: `${path}.${field.tokenPath}` } : {}),
  }))

const permitDetails = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const tokenPermissions = 'TokenPermissions(address token,uint256 amount)'
const detailsTuple = '(address token,uint160 amount,uint48 expiration,uint48 nonce)'

/** Permit2: allowances and transfers by signature. Source: Uniswap Permit2, AllowanceTransfer and SignatureTransfer. */
export const permit2Descriptor: Descriptor = {
  name: 'Permit2',
  deployments: [{ address: '0x000000000022D473030F116dDEE9F6B43aC78BA3' }],
  functions: {
    'approve(address token,address spender,uint160 amount,uint48 expiration)': {
      intent: 'approve',
      fields: [
        { path: 'token', label: 'token', format: 'address' },
        spender,
        { path: 'amount', label: 'amount', format: 'amount', tokenPath: 'token' },
        { path: 'expiration', label: 'deadline', format: 'date' },
      ],
    },
    [`permit(address owner,(${detailsTuple} details,address spender,uint256 sigDeadline) permitSingle,bytes signature)`]:
      {
        intent: 'permit',
        fields: [
          { path: 'owner', label: 'owner', format: 'address' },
          ...at('permitSingle', [...details('details'), spender, sigDeadline]),
        ],
      },
    [`permit(address owner,(${detailsTuple}[] details,address spender,uint256 sigDeadline) permitBatch,bytes signature)`]:
      {
        intent: 'permit',
        fields: [
          { path: 'owner', label: 'owner', format: 'address' },
          ...at('permitBatch', [...details('details.[]'), spender, sigDeadline]),
        ],
      },
    'transferFrom(address from,address to,uint160 amount,address token)': {
      intent: 'send',
      fields: [
        { path: 'from', label: 'from', format: 'address' },
        { path: 'to', label: 'receiver', format: 'address' },
        { path: 'amount', label: 'amount', format: 'amount', tokenPath: 'token' },
        { path: 'token', label: 'token', format: 'address' },
      ],
    },
    'lockdown((address token,address spender)[] approvals)': {
      intent: 'revokeApproval',
      fields: [
        { path: 'approvals.[].token', label: 'token', format: 'address' },
        { path: 'approvals.[].spender', label: 'spender', format: 'address' },
      ],
    },
  },
  types: {
    [`PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${permitDetails}`]: {
      intent: 'permit',
      fields: [...details('details'), spender, sigDeadline],
    },
    [`PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${permitDetails}`]: {
      intent: 'permit',
      fields: [...details('details.[]'), spender, sigDeadline],
    },
    [`PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${tokenPermissions}`]:
      {
        intent: 'permit',
        fields: [...permitted('permitted'), spender, nonce, deadline],
      },
    [`PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${tokenPermissions}`]:
      { intent: 'permit', fields: [...permitted('permitted.[]'), spender, nonce, deadline] },
    // With a witness: the app defines the types of the additional data.
    'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,*': {
      intent: 'permit',
      fields: [...permitted('permitted'), spender, nonce, deadline],
    },
    'PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline,*': {
      intent: 'permit',
      fields: [...permitted('permitted.[]'), spender, nonce, deadline],
    },
  },
}
