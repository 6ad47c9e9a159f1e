import type { ChainId } from '@latchkey/protocol'
import type { Subject } from '../account/readSubject.ts'
import type { BalancesFeature } from '../balances/BalancesFeature.ts'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { ApiClient } from '../http/createApiClient.ts'
import type { GatewayClient } from '../http/createGatewayClient.ts'
import type { SubmitEvents, SubmitOutcome, TransactionsInternals } from '../transactions/Submission.ts'
import type { TransactionSummary } from '../transactions/TransactionsFeature.ts'
import type { SendForm, SendIssue, SendPreview, SendSpeed, SpeedPrice } from './SendFeature.ts'

/** Dependencies of a network family's payments. */
export type SendFamilyParameters = {
  context: CoreContext
  connection: ConnectionFeature
  balances: Pick<BalancesFeature, 'getState'>
  transactions: TransactionsInternals
  /** Client of the server. */
  client: ApiClient
  /** Returns the RPC client of a network. */
  gatewayOf: (chainId: ChainId) => GatewayClient
}

/** A preview without the name of and the notice about its receiver. */
export type BarePreview = Omit<SendPreview, 'receiverName' | 'receiverNotice'>

/**
 * The payments of one network family. `eip155/`, `solana/` and `bip122/` each export a factory that takes {@link SendFamilyParameters}. It
 * loads with the first payment on a network of the family.
 */
export type SendFamily = {
  /**
   * Turns a form into a preview: check, read the network, build, read back, simulate.
   * @param options.form with an address as the receiver
   * @returns the preview, with a notice if the network data gives reason for one; or the issues of the form
   * @throws LatchkeyError `simulation_failed`, `estimate_gas_failed`, `send_failed`, and the errors of the gateway client
   */
  prepare: (options: {
    form: SendForm
    subject: Subject
  }) => Promise<{ preview: BarePreview & Pick<SendPreview, 'receiverNotice'> } | { issues: readonly SendIssue[] }>
  /**
   * Returns the largest amount of the form's token that can be sent, as decimal text. @throws LatchkeyError `token_missing`,
   * `estimate_gas_failed`
   */
  max: (options: { form: SendForm; subject: Subject }) => Promise<string>
  /** Returns the prices of the three speeds. The form has the address of a resolved name as the receiver. */
  speeds: (options: { form: SendForm; subject: Subject }) => Promise<Record<SendSpeed, SpeedPrice>>
  /** Passes the previewed payment to the wallet, once. The signed bytes are compared with the preview before they are submitted. */
  submit: (options: SubmitEvents & { preview: SendPreview; summary: TransactionSummary }) => Promise<SubmitOutcome>
}
