import type { ActivityFeature } from './activity/ActivityFeature.ts'
import type { BalancesFeature } from './balances/BalancesFeature.ts'
import type { CallsFeature } from './calls/CallsFeature.ts'
import type { ConnectionFeature } from './connection/ConnectionFeature.ts'
import type { ContactsFeature } from './contacts/ContactsFeature.ts'
import type { WalletsFeature } from './directory/WalletsFeature.ts'
import type { EmailFeature } from './email/EmailFeature.ts'
import type { LatchkeyConfig } from './LatchkeyConfig.ts'
import type { LatchkeyEvent } from './LatchkeyEvent.ts'
import type { ModalFeature } from './modal/ModalFeature.ts'
import type { NamesFeature } from './names/NamesFeature.ts'
import type { NetworksFeature } from './networks/NetworksFeature.ts'
import type { OnrampFeature } from './onramp/OnrampFeature.ts'
import type { PairingFeature } from './pairing/PairingFeature.ts'
import type { PermissionsFeature } from './permissions/PermissionsFeature.ts'
import type { RealtimeFeature } from './realtime/RealtimeFeature.ts'
import type { SendFeature } from './send/SendFeature.ts'
import type { SignInFeature } from './signIn/SignInFeature.ts'
import type { SocialFeature } from './social/SocialFeature.ts'
import type { SwapFeature } from './swap/SwapFeature.ts'
import type { TelemetryFeature } from './telemetry/TelemetryFeature.ts'
import type { TransactionsFeature } from './transactions/TransactionsFeature.ts'

/** The kit as one object. It covers everything that the modal can do. */
export type Latchkey = {
  readonly config: LatchkeyConfig
  readonly connection: ConnectionFeature
  readonly email: EmailFeature
  readonly social: SocialFeature
  readonly wallets: WalletsFeature
  readonly pairing: PairingFeature
  readonly signIn: SignInFeature
  readonly networks: NetworksFeature
  readonly balances: BalancesFeature
  readonly activity: ActivityFeature
  readonly send: SendFeature
  readonly swap: SwapFeature
  readonly onramp: OnrampFeature
  readonly transactions: TransactionsFeature
  readonly calls: CallsFeature
  readonly permissions: PermissionsFeature
  readonly contacts: ContactsFeature
  readonly names: NamesFeature
  readonly modal: ModalFeature
  readonly realtime: RealtimeFeature
  readonly telemetry: TelemetryFeature
  /** Subscribes to events, for analytics and tests. */
  subscribe: (listener: (event: LatchkeyEvent) => void) => () => void
  /** Stops listeners, streams and timers. */
  destroy: () => void
}
