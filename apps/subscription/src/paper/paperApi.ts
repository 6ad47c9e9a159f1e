import type { LatchkeyConfig, Network } from '@latchkey/core'
import type { ChainId } from '@latchkey/protocol'

/** Name of the newspaper: the receiver of the payments. */
export const paperName = 'The Harbour Post'

/** A refusal of the newspaper's server. */
export class PaperError extends Error {
  /** Why a permission does not pay for the plan; undefined for other failures. */
  readonly code: string | undefined
  constructor({ message, code }: { message: string; code: string | undefined }) {
    super(message)
    this.code = code
  }
}

/** Milliseconds after which a request without an answer has failed. */
const answerLimit = 20_000

/** The plan that the newspaper's server offers. */
export type OfferedPlan = {
  chainId: ChainId
  token: { address: `0x${string}`; symbol: string; decimals: number }
  /** Base units per period. */
  price: string
  /** Seconds. */
  period: number
  periods: number
  merchant: `0x${string}`
  /** The session key that a permission must name. */
  publicKey: `0x${string}`
}

/** A subscription as the newspaper shows it. Times are unix seconds. */
export type ShownSubscription = {
  account: string
  pci: string
  startsAt: number
  endsAt: number
  ended: null | 'revoked' | 'expired'
  /** The current period is paid. */
  canRead: boolean
  payments: readonly {
    period: number
    dueAt: number
    status: 'signed' | 'sent' | 'paid' | 'refused' | 'skipped'
    transactionHash: string | null
    reason: string | null
  }[]
}

/** Returns the kit's settings with this page's own URL, and whether all money here is test money. */
export async function readSite(): Promise<{ config: LatchkeyConfig; sandbox: boolean }> {
  const { apiUrl, projectId, walletUrl, network, sandbox } = await read<{
    apiUrl: string
    projectId: string
    walletUrl: string
    network: Network
    sandbox: boolean
  }>('/site.json')
  const config: LatchkeyConfig = {
    ...{ apiUrl, projectId, wallet: { url: walletUrl }, networks: [network] },
    metadata: { name: paperName, url: location.origin, description: 'An example of a subscription' },
  }
  return { config, sandbox }
}

/** @throws Error if the newspaper does not answer */
export async function readPlan(): Promise<OfferedPlan> {
  return read('/api/plan')
}

/** Returns null without a subscription. @throws Error if the newspaper does not answer */
export async function readSubscription(account: string): Promise<ShownSubscription | null> {
  return (await read<{ subscription: ShownSubscription | null }>(`/api/subscriptions/${account}`)).subscription
}

/** Sends the ID of the permission that pays, or of a revoked one. @throws PaperError with the newspaper's message */
export async function subscribe(body: { account: string; pci: string }): Promise<ShownSubscription | null> {
  const headers = { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(answerLimit)
  const response = await fetch('/api/subscriptions', { method: 'POST', headers, body: JSON.stringify(body), signal })
  return (await readAnswer<{ subscription: ShownSubscription | null }>(response)).subscription
}

async function read<Answer>(path: string): Promise<Answer> {
  return readAnswer(await fetch(path, { signal: AbortSignal.timeout(answerLimit) }))
}

async function readAnswer<Answer>(response: Response): Promise<Answer> {
  const body = (await response.json()) as Answer & { message?: string; code?: string }
  if (!response.ok)
    throw new PaperError({ message: body.message ?? 'The newspaper cannot be reached at the moment', code: body.code })
  return body
}
