import type { CallsStatus, PrepareCalls, PreparedCalls, SendPreparedCalls, SentCalls } from '@latchkey/protocol'

/** What the Latchkey server refused, in its own words. */
export class WalletApiError extends Error {
  /** The code of the error catalogue (`docs/errors.md`). */
  readonly code: string
  constructor({ code, message }: { code: string; message: string }) {
    super(message)
    this.code = code
  }
}

/** The part of `/v1/wallet` that an app with a session needs. */
export type WalletApi = {
  /** @throws WalletApiError what the session or the network refuses; TypeError when nobody answers */
  prepareCalls: (request: PrepareCalls) => Promise<PreparedCalls>
  sendPreparedCalls: (request: SendPreparedCalls) => Promise<SentCalls>
  getCallsStatus: (id: string) => Promise<CallsStatus>
}

/** Speaks JSON-RPC 2.0 to `/v1/wallet` of a Latchkey server. Source: ERC-7836. */
export function createWalletApi({ apiUrl, projectId }: { apiUrl: string; projectId: string }): WalletApi {
  const url = `${apiUrl}/v1/wallet?${new URLSearchParams({ projectId })}`
  const ask = async <Result>(method: string, parameter: unknown): Promise<Result> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [parameter] }),
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
  return {
    prepareCalls: (request) => ask('wallet_prepareCalls', request),
    sendPreparedCalls: (request) => ask('wallet_sendPreparedCalls', request),
    getCallsStatus: (id) => ask('wallet_getCallsStatus', id),
  }
}
