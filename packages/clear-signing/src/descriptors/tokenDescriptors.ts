import type { Descriptor, Display, FieldDisplay } from './Descriptor.ts'

const amount: FieldDisplay = { path: 'amount', label: 'amount', format: 'amount', tokenPath: '@.to' }
const spender: FieldDisplay = { path: 'spender', label: 'spender', format: 'address' }
const from: FieldDisplay = { path: 'from', label: 'from', format: 'address' }
const to: FieldDisplay = { path: 'to', label: 'receiver', format: 'address' }
const owner: FieldDisplay = { path: 'owner', label: 'owner', format: 'address' }
const deadline: FieldDisplay = { path: 'deadline', label: 'deadline', format: 'date' }
const tokenId: FieldDisplay = { path: 'tokenId', label: 'tokenId', format: 'raw' }
const nft: Display = { intent: 'sendNft', fields: [from, to, tokenId] }
const approval: Display = { intent: 'approve', fields: [spender, amount] }

/** Tokens of every kind at any address. Source: ERC-20, EIP-2612, ERC-721, ERC-1155, ERC-3009, WETH9. */
export const tokenDescriptors: readonly Descriptor[] = [
  {
    functions: {
      'transfer(address to,uint256 amount)': { intent: 'send', fields: [to, amount] },
      'transferFrom(address from,address to,uint256 amount)': { intent: 'send', fields: [from, to, amount] },
      'approve(address spender,uint256 amount)': approval,
      'increaseAllowance(address spender,uint256 amount)': approval,
      'increaseApproval(address spender,uint256 amount)': approval,
      'decreaseAllowance(address spender,uint256 amount)': { intent: 'revokeApproval', fields: [spender, amount] },
      'permit(address owner,address spender,uint256 amount,uint256 deadline,uint8 v,bytes32 r,bytes32 s)': {
        intent: 'permit',
        fields: [owner, spender, amount, deadline],
      },
      'transferAndCall(address to,uint256 amount,bytes data)': { intent: 'send', fields: [to, amount] },
      'burn(uint256 amount)': { intent: 'contractCall', fields: [amount] },
      'safeTransferFrom(address from,address to,uint256 tokenId)': nft,
      'safeTransferFrom(address from,address to,uint256 tokenId,bytes data)': nft,
      'setApprovalForAll(address operator,bool approved)': {
        intent: 'approveAll',
        fields: [{ path: 'operator', label: 'operator', format: 'address' }],
      },
      'safeTransferFrom(address from,address to,uint256 tokenId,uint256 amount,bytes data)': {
        intent: 'sendNft',
        fields: [from, to, tokenId, { path: 'amount', label: 'amount', format: 'raw' }],
      },
      'safeBatchTransferFrom(address from,address to,uint256[] tokenIds,uint256[] amounts,bytes data)': {
        intent: 'sendNft',
        fields: [
          from,
          to,
          { path: 'tokenIds.[]', label: 'tokenId', format: 'raw' },
          { path: 'amounts.[]', label: 'amount', format: 'raw' },
        ],
      },
      'deposit()': { intent: 'deposit', fields: [] },
      'withdraw(uint256 amount)': { intent: 'withdraw', fields: [{ path: 'amount', label: 'amount', format: 'raw' }] },
    },
    types: {
      'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)': {
        intent: 'permit',
        fields: [
          owner,
          spender,
          { ...amount, path: 'value' },
          { path: 'nonce', label: 'nonce', format: 'raw' },
          deadline,
        ],
      },
      'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)': {
        intent: 'permit',
        fields: [
          { ...owner, path: 'holder' },
          spender,
          { path: 'nonce', label: 'nonce', format: 'raw' },
          { path: 'expiry', label: 'deadline', format: 'date' },
        ],
      },
      'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)':
        {
          intent: 'permit',
          fields: [from, to, { ...amount, path: 'value' }, { path: 'validBefore', label: 'deadline', format: 'date' }],
        },
      'ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)':
        {
          intent: 'permit',
          fields: [from, to, { ...amount, path: 'value' }, { path: 'validBefore', label: 'deadline', format: 'date' }],
        },
    },
  },
  {
    name: 'Wrapped Ether',
    deployments: [
      { chainId: 1, address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' },
      { chainId: 31337, address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' },
      { chainId: 31338, address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' },
      { chainId: 10, address: '0x4200000000000000000000000000000000000006' },
      { chainId: 8453, address: '0x4200000000000000000000000000000000000006' },
      { chainId: 42161, address: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1' },
      { chainId: 11155111, address: '0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14' },
    ],
    functions: {
      'deposit()': { intent: 'wrap', fields: [] },
      'withdraw(uint256 amount)': { intent: 'unwrap', fields: [amount] },
    },
  },
  {
    name: 'Dai',
    deployments: [{ chainId: 1, address: '0x6B175474E89094C44Da98b954EedeAC495271d0F' }],
    functions: {
      'permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed,uint8 v,bytes32 r,bytes32 s)': {
        intent: 'permit',
        fields: [{ ...owner, path: 'holder' }, spender, { path: 'expiry', label: 'deadline', format: 'date' }],
      },
    },
  },
]
