import { readFileSync } from 'node:fs'
import type { PreparedCalls, RpcCall } from '@latchkey/protocol'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { readWorld } from '../setup/World.ts'

type RpcAnswer<Result> = { result?: Result; error?: { message: string; data?: { code?: string } } }

/** A holder of a permission's session key, without the reader's browser. */
export class SessionKey {
  readonly key: PrivateKeyAccount
  readonly context: `0x${string}`
  readonly account: `0x${string}`

  constructor({ context, account }: { context: string; account: string }) {
    this.key = privateKeyToAccount(readFileSync(readWorld().subscription.keyFile, 'utf8').trim() as `0x${string}`)
    this.context = context as `0x${string}`
    this.account = account as `0x${string}`
  }

  /** Makes calls with the session key. Returns the ID of the submitted calls, or the code of the refusal. */
  async act(calls: readonly RpcCall[]): Promise<{ id: string } | { refused: string; message: string }> {
    const [chain] = readWorld().chains
    const prepared = await this.#ask<PreparedCalls>('wallet_prepareCalls', {
      from: this.account,
      chainId: `0x${chain?.id.toString(16)}`,
      calls,
      capabilities: { permissions: { context: this.context } },
    })
    if (!prepared.result) return toRefusal(prepared)
    const { preparedCalls, signatureRequest } = prepared.result
    const signature = await this.key.sign({ hash: signatureRequest.hash })
    const sent = await this.#ask<{ id: string }>('wallet_sendPreparedCalls', {
      ...{ preparedCalls, signature, context: this.context },
    })
    return sent.result ?? toRefusal(sent)
  }

  async #ask<Result>(method: string, parameter: unknown): Promise<RpcAnswer<Result>> {
    const {
      api,
      subscription: { projectId },
    } = readWorld()
    const response = await fetch(`${api}/v1/wallet?projectId=${projectId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [parameter] }),
    })
    return (await response.json()) as RpcAnswer<Result>
  }
}

function toRefusal({ error }: RpcAnswer<unknown>): { refused: string; message: string } {
  return { refused: error?.data?.code ?? 'no code', message: error?.message ?? 'no answer' }
}
