/** Methods that the embedded wallet answers without an approval: they read, or pass on signed data. */
export const safeRpcMethods = [
  'eth_accounts',
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_estimateUserOperationGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_getUserOperationByHash',
  'eth_getUserOperationReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_supportedEntryPoints',
  'eth_syncing',
  'eth_uninstallFilter',
  'getAccountAddresses',
  'net_version',
  'solana_getAccounts',
  'solana_requestAccounts',
  'wallet_getAssets',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'wallet_showCallsStatus',
  'web3_clientVersion',
] as const

/** Methods that sign or grant. Each needs the visitor's approval on the wallet's own card or window. */
export const unsafeRpcMethods = [
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'eth_signTypedData_v4',
  'personal_sign',
  'sendTransfer',
  'signMessage',
  'signPsbt',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'solana_signMessage',
  'solana_signTransaction',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'wallet_sendCalls',
] as const

/** A method that the embedded wallet answers without an approval. */
export type SafeRpcMethod = (typeof safeRpcMethods)[number]

/** A method that needs an approval. */
export type UnsafeRpcMethod = (typeof unsafeRpcMethods)[number]

/** Whether the embedded wallet answers a method without an approval. */
export function isSafeRpcMethod(method: string): method is SafeRpcMethod {
  return (safeRpcMethods as readonly string[]).includes(method)
}

/** Whether a method needs the visitor's approval. */
export function isUnsafeRpcMethod(method: string): method is UnsafeRpcMethod {
  return (unsafeRpcMethods as readonly string[]).includes(method)
}
