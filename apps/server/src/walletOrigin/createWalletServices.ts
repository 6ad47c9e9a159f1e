import type { Audit } from '../audit/Audit.ts'
import { createAudit } from '../audit/createAudit.ts'
import { startAuditJob } from '../audit/startAuditJob.ts'
import { type Auth, createAuth } from '../auth/createAuth.ts'
import { createCounters } from '../auth/createCounters.ts'
import { createDeviceService, type DeviceService } from '../devices/createDeviceService.ts'
import {
  createDeviceTransferService,
  type DeviceTransferService,
} from '../deviceTransfers/createDeviceTransferService.ts'
import { createEmailChange, type EmailChange } from '../emailChange/createEmailChange.ts'
import { createLoginMethodService, type LoginMethodService } from '../loginMethods/createLoginMethodService.ts'
import { createMailer } from '../mail/createMailer.ts'
import { createLoginReturns, type LoginReturns } from '../newWallets/createLoginReturns.ts'
import { createNewWalletService, type NewWalletService } from '../newWallets/createNewWalletService.ts'
import { findAccountOfLogin } from '../newWallets/moveStore.ts'
import { createPasskeyService, type PasskeyService } from '../passkeys/createPasskeyService.ts'
import type { Context } from '../platform/context.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import { createSocialService, type SocialService } from '../social/createSocialService.ts'
import type { FarcasterChannels } from '../social/FarcasterChannels.ts'
import { createFactorService, type FactorService } from '../vaults/createFactorService.ts'
import { createPasswordService, type PasswordService } from '../vaults/createPasswordService.ts'
import { createRotationService, type RotationService } from '../vaults/createRotationService.ts'
import { createVaultService, type VaultService } from '../vaults/createVaultService.ts'
import { sealOldPasswords } from '../vaults/passwordStore.ts'
import { startSweep } from './startSweep.ts'

/** Services for the routes of the wallet's origin. */
export type WalletServices = {
  audit: Audit
  /** For `/ready`. */
  checks: () => HealthCheck[]
  auth: Auth
  emailChange: EmailChange
  loginMethods: LoginMethodService
  vaults: VaultService
  factors: FactorService
  passwords: PasswordService
  rotation: RotationService
  devices: DeviceService
  passkeys: PasskeyService
  deviceTransfers: DeviceTransferService
  newWallets: NewWalletService
  loginReturns: LoginReturns
  social: SocialService
}

/**
 * Creates the services of the embedded wallet. They stop with the context's shutdown.
 *
 * @param options.channels Sign In With Farcaster, if it is configured
 * @param options.providerDeadline creates the timeout signal of each request to a provider; default: 10 seconds
 * @throws LatchkeyError `config_invalid` if a provider's key is missing at its configured place
 */
export async function createWalletServices({
  context,
  sealer,
  channels,
  providerDeadline,
  env = process.env,
}: {
  context: Context
  sealer: Sealer
  channels?: FarcasterChannels | undefined
  providerDeadline?: (() => AbortSignal) | undefined
  env?: Readonly<Record<string, string | undefined>>
}): Promise<WalletServices> {
  const { clock, database } = context
  await sealOldPasswords({ database, sealer })
  const audit = createAudit({ clock, sealer })
  const counters = createCounters({ context, sealer })
  const mailer = createMailer({ context, sealer })
  const auth = await createAuth({ context, sealer, audit, mailer, counters, findAccount: findAccountOfLogin })
  const { news, notify, sessions, projects } = auth.parts
  const ports = { context, sealer, audit, counters, news, sessions, notify }
  const { checks } = startAuditJob({ context, audit })
  startSweep({ context })
  return {
    audit,
    checks,
    auth,
    emailChange: createEmailChange({ parts: auth.parts }),
    loginMethods: createLoginMethodService({ parts: auth.parts }),
    vaults: createVaultService(ports),
    factors: createFactorService(ports),
    passwords: createPasswordService(ports),
    rotation: createRotationService({ ...ports, walletOrigin: auth.parts.walletOrigin, limits: auth.parts.limits }),
    devices: createDeviceService(ports),
    passkeys: createPasskeyService({ ...ports, projects, mailer, walletOrigin: auth.parts.walletOrigin }),
    deviceTransfers: createDeviceTransferService({ context, audit, counters, news }),
    newWallets: createNewWalletService({ parts: auth.parts, counters }),
    loginReturns: createLoginReturns({ parts: auth.parts, counters }),
    social: await createSocialService({ parts: auth.parts, counters, channels, env, deadline: providerDeadline }),
  }
}
