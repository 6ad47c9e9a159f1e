import type { ChainId } from '@latchkey/protocol'
import type { Subject } from '../account/readSubject.ts'
import type { BalancesFeature } from '../balances/BalancesFeature.ts'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { ApiClient } from '../http/createApiClient.ts'
import type { GatewayClient } from '../http/createGatewayClient.ts'
import type { HandOverEvents, HandOverOutcome, TransactionsInternals } from '../transactions/HandOver.ts'
import type { TransactionSummary } from '../transactions/TransactionsFeature.ts'
import type { SendForm, SendIssue, SendPreview, SendSpeed, SpeedPrice } from './SendFeature.ts'

/** What a family's payments are made with. */
export type SendFamilyParameters = {
  context: CoreContext
  connection: ConnectionFeature
  balances: Pick<BalancesFeature, 'getState'>
  transactions: TransactionsInternals
  /** The app's server. */
  client: ApiClient
  /** The nodes of a network, through that server. */
  gatewayOf: (chainId: ChainId) => GatewayClient
}

/** A preview without what is said of its receiver. */
export type BarePreview = Omit<SendPreview, 'receiverName' | 'receiverNotice'>

/**
 * What a network family knows of payments: `eip155/`, `solana/`, `bip122/` beside this file, each made by a factory that takes
 * {@link SendFamilyParameters} and is loaded with the first payment on a network of it.
 */
export type SendFamily = {
  /**
   * Turns a form into a preview: check, read the chain, build, read back, simulate.
   * @param options.form with an address for a receiver
   * @returns the preview, with a notice where the chain knows one; or what stands against it
   * @throws LatchkeyError `simulation_failed`, `estimate_gas_failed`, `send_failed`, and what the gateway client throws
   */
  prepare: (options: {
    form: SendForm
    subject: Subject
  }) => Promise<{ preview: BarePreview & Pick<SendPreview, 'receiverNotice'> } | { issues: readonly SendIssue[] }>
  /** The largest amount that can be sent of the form's token, decimal text. @throws LatchkeyError `token_missing`, `estimate_gas_failed` */
  max: (options: { form: SendForm; subject: Subject }) => Promise<string>
  /** What the three speeds cost. */
  speeds: (options: { form: SendForm; subject: Subject }) => Promise<Record<SendSpeed, SpeedPrice>>
  /** Hands the previewed payment to the wallet, once: what is signed is held against the preview before it leaves. */
  handOver: (
    options: HandOverEvents & { preview: SendPreview; summary: TransactionSummary },
  ) => Promise<HandOverOutcome>
}
