/** Requests and answers of `/v1/wallet`, JSON-RPC 2.0. Quantities are hexadecimal. */

/**
 * Paths of the endpoint. On the wallet's own origin `POST /v1/wallet` stores a sealed wallet, so the endpoint has a longer path there. Both
 * need the query `chainId` and `projectId`.
 */
export const walletRpcPaths = { server: '/v1/wallet', walletOrigin: '/v1/wallet/rpc' } as const

/** An operation as JSON. Source: ERC-4337, `eth_sendUserOperation`; ERC-7769. */
export type RpcUserOperation = {
  sender: `0x${string}`
  nonce: `0x${string}`
  factory?: `0x${string}`
  factoryData?: `0x${string}`
  callData: `0x${string}`
  callGasLimit: `0x${string}`
  verificationGasLimit: `0x${string}`
  preVerificationGas: `0x${string}`
  maxFeePerGas: `0x${string}`
  maxPriorityFeePerGas: `0x${string}`
  paymaster?: `0x${string}`
  paymasterVerificationGasLimit?: `0x${string}`
  paymasterPostOpGasLimit?: `0x${string}`
  paymasterData?: `0x${string}`
  signature: `0x${string}`
  eip7702Auth?: RpcAuthorization
}

/** Source: EIP-7702; ERC-7769, `eip7702Auth`. */
export type RpcAuthorization = {
  address: `0x${string}`
  chainId: `0x${string}`
  nonce: `0x${string}`
  r: `0x${string}`
  s: `0x${string}`
  yParity: `0x${string}`
}

/** Source: EIP-5792, a call. */
export type RpcCall = { to: `0x${string}`; value?: `0x${string}`; data?: `0x${string}` }

/** `wallet_prepareCalls`. Source: ERC-7836. */
export type PrepareCalls = {
  from: `0x${string}`
  chainId: `0x${string}`
  calls: readonly RpcCall[]
  capabilities?: {
    /** For a smart account: its owner, so that its first operation can deploy it. */
    account?: { owner: `0x${string}` }
    /** For an EOA: it sets its delegation if it has none. */
    delegation?: true
    /** For a permission: the context that the wallet gave the app. */
    permissions?: { context: `0x${string}` }
  }
}

/** Result of `wallet_prepareCalls`. */
export type PreparedCalls = {
  preparedCalls: {
    type: 'user-operation-v08'
    chainId: `0x${string}`
    /** Without a signature. */
    data: RpcUserOperation
  }
  signatureRequest: {
    /** Hash to sign without a prefix. */
    hash: `0x${string}`
    /** Authorization to sign with the first operation of an EOA. */
    authorization?: { address: `0x${string}`; chainId: `0x${string}`; nonce: `0x${string}` }
  }
  capabilities: {
    /** Null: the account pays, at most `maxCost` wei. */
    sponsor: { name: string } | null
    maxCost: `0x${string}`
  }
  /** As in the request. */
  context?: `0x${string}`
}

/** `wallet_sendPreparedCalls`. Source: ERC-7836. */
export type SendPreparedCalls = {
  preparedCalls: PreparedCalls['preparedCalls']
  /** Signature of the account's owner or of the session key: 65 bytes, or 64 for P-256. */
  signature: `0x${string}`
  authorization?: RpcAuthorization
  context?: `0x${string}`
}

/** Result: the hash of the operation, as the ID for `wallet_getCallsStatus`. */
export type SentCalls = { id: `0x${string}` }

/** `wallet_getCallsStatus`. Source: EIP-5792 2.0.0. */
export type CallsStatus = {
  version: '2.0.0'
  id: string
  chainId: `0x${string}`
  /** 100 pending, 200 confirmed, 400 dropped and never included, 500 reverted on the chain. */
  status: 100 | 200 | 400 | 500
  atomic: true
  receipts?: readonly {
    logs: readonly { address: `0x${string}`; data: `0x${string}`; topics: readonly `0x${string}`[] }[]
    status: '0x0' | '0x1'
    blockHash: `0x${string}`
    blockNumber: `0x${string}`
    gasUsed: `0x${string}`
    transactionHash: `0x${string}`
  }[]
  /** Reason from the chain. */
  capabilities?: { reason?: string }
}

/** `wallet_getAssets`. Source: ERC-7811. */
export type AssetFilter = {
  account: `0x${string}`
  chainFilter?: readonly `0x${string}`[]
  assetTypeFilter?: readonly string[]
  assetFilter?: Record<`0x${string}`, readonly { address: `0x${string}` | 'native'; type: string }[]>
}

/** Result by hexadecimal chain ID. */
export type Assets = Record<
  `0x${string}`,
  readonly {
    address: `0x${string}` | 'native'
    /** Base units, hexadecimal. */
    balance: `0x${string}`
    type: 'NATIVE' | 'ERC20'
    metadata: { name: string; symbol: string; decimals: number; price: number | null; iconUrl: string | null }
  }[]
>
