import type { EndpointResponse } from '@latchkey/protocol/api'
import type { getFrameConfig } from '@latchkey/protocol/wallet'
import type { KeyValueStore } from '../device/KeyValueStore.ts'
import type { Gateway } from '../gateway/createGateway.ts'
import type { Api } from '../login/createApi.ts'
import type { Login } from '../login/createLogin.ts'
import type { LoginState } from '../login/createLoginState.ts'
import type { PasskeyEndpoints } from '../login/makePasskey.ts'
import type { Approvals } from '../rpc/createApprovals.ts'
import type { ToldSignIn } from '../signIn/LoginSignIn.ts'
import type { Store } from '../state/Store.ts'
import type { Factors } from '../wallet/createFactors.ts'
import type { HealthCheck } from '../wallet/createHealthCheck.ts'
import type { OfflineExit } from '../wallet/createOfflineExit.ts'
import type { OfflineExports } from '../wallet/createOfflineExports.ts'
import type { Protection } from '../wallet/createProtection.ts'
import type { Recovery } from '../wallet/createRecovery.ts'
import type { Rotation } from '../wallet/createRotation.ts'
import type { StepUp } from '../wallet/createStepUp.ts'
import type { Wallet } from '../wallet/createWallet.ts'
import type { WalletContext } from '../wallet/WalletContext.ts'
import type { WalletView } from '../wallet/walletReducer.ts'
import type { KeyWorkerCalls } from '../worker/KeyWorkerCalls.ts'
import type { WalletRequests } from './createRequests.ts'

/** Settings of a project from the server. */
export type FrameConfig = EndpointResponse<typeof getFrameConfig>

/** Services of the frame, once storage is open. */
export type FrameServices = {
  /** Context of the wallet's parts. */
  context: WalletContext
  store: KeyValueStore
  api: Api
  session: LoginState
  login: Login
  wallet: Wallet
  /** The sign-in shown during the completed login, until it is signed. It ends with the login. */
  told: Store<ToldSignIn | null>
  keys: KeyWorkerCalls
  loadWords: () => Promise<string>
  stepUp: StepUp
  /** Recovery factors; in the page's second script. */
  safeguards: () => Promise<{ factors: Factors; endpoints: PasskeyEndpoints; protection: Protection }>
  recovery: Recovery
  rotation: () => Promise<Rotation>
  /**
   * Unlocks the wallet with the visitor's help: recovery or unlock. @throws LatchkeyError `user_rejected`, or the reason of the
   * failure
   */
  openWallet: (signal: AbortSignal) => Promise<WalletView>
  /** The visitor used the wallet. */
  used: () => void
  health: () => Promise<HealthCheck>
  offlineExit: () => Promise<OfflineExit>
  /** Exports that this device made while the server did not answer. */
  offlineExports: () => Promise<OfflineExports>
  approvals: Approvals
  gateway: Gateway
  /** Approvals for a site's requests. */
  requests: () => Promise<WalletRequests>
  /** Resolves with the project's settings; loaded once, and again after a failure. */
  config: () => Promise<FrameConfig>
}
