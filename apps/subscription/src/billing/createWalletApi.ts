import type {
  CallsStatus,
  ChainId,
  PrepareCalls,
  PreparedCalls,
  SendPreparedCalls,
  SentCalls,
} from '@latchkey/protocol'
import { encodeFunctionData, erc20Abi } from 'viem'

/** An error of the Latchkey server. */
export class WalletApiError extends Error {
  /** Code of the error catalog (`docs/errors.md`). */
  readonly code: string
  constructor({ code, message }: { code: string; message: string }) {
    super(message)
    this.code = code
  }
}

/** The part of `/v1/wallet` that an app with a permission needs. */
export type WalletApi = {
  /** @throws WalletApiError if the permission or the network refuses; TypeError without an answer */
  prepareCalls: (request: PrepareCalls) => Promise<PreparedCalls>
  sendPreparedCalls: (request: SendPreparedCalls) => Promise<SentCalls>
  getCallsStatus: (id: string) => Promise<CallsStatus>
  /** Base units of an account's token, read from the chain now. */
  balanceOf: (options: { chainId: ChainId; token: `0x${string}`; account: `0x${string}` }) => Promise<bigint>
}

/** Sends JSON-RPC 2.0 to `/v1/wallet` (ERC-7836) and to the RPC gateway of a Latchkey server. */
export function createWalletApi({ apiUrl, projectId }: { apiUrl: string; projectId: string }): WalletApi {
  const post = async <Result>(url: string, method: string, params: readonly unknown[]): Promise<Result> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(30_000),
    })
    const answer = (await response.json()) as {
      result?: Result
      error?: { message: string; data?: { code?: string } }
      code?: string
      reasons?: readonly { description: string }[]
    }
    if (answer.result !== undefined) return answer.result
    const code = answer.error?.data?.code ?? answer.code ?? 'internal'
    throw new WalletApiError({ code, message: answer.error?.message ?? answer.reasons?.[0]?.description ?? code })
  }
  const ask = <Result>(method: string, parameter: unknown) =>
    post<Result>(`${apiUrl}/v1/wallet?${new URLSearchParams({ projectId })}`, method, [parameter])
  return {
    prepareCalls: (request) => ask('wallet_prepareCalls', request),
    sendPreparedCalls: (request) => ask('wallet_sendPreparedCalls', request),
    getCallsStatus: (id) => ask('wallet_getCallsStatus', id),
    balanceOf: async ({ chainId, token, account }) => {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
      const url = `${apiUrl}/v1?${new URLSearchParams({ chainId, projectId })}`
      return BigInt(await post<`0x${string}`>(url, 'eth_call', [{ to: token, data }, 'latest']))
    },
  }
}
