import { frameReadyDelay } from '@latchkey/protocol'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import type { SocialState } from '../social/SocialFeature.ts'
import { socialRecordKey } from '../storage/socialRecordKey.ts'
import { createTestEnvironment, settle, until } from './createTestEnvironment.ts'
import { testUser, testWalletUrl } from './createTestFrame.ts'
import { createTestPopup, type TestPopup, type TestPopupOptions, testAttempt } from './createTestPopup.ts'
import { createWalletKit, type WalletKit } from './createWalletKit.ts'

/** A visitor who logged in with a provider. */
export const socialUser = { ...testUser, email: null, socialProvider: 'google', userName: 'Ada' }

/** A kit with social logins, and the page on which they happen. */
export type SocialKit = WalletKit & { popup: TestPopup; state: () => SocialState }

/** Creates a kit whose server has these logins, on a page whose windows the test controls. Its code is already loaded. */
export async function createSocialKit({
  logins = ['email', 'google', 'github', 'farcaster'],
  wallet,
  siwx,
  stored,
  answer,
  ...page
}: Omit<TestPopupOptions, 'environment'> & {
  logins?: readonly string[] | undefined
  wallet?: Partial<NonNullable<LatchkeyConfig['wallet']>>
  /** The app's sign-in. */
  siwx?: LatchkeyConfig['siwx']
  /** Stored record of the last visit. */
  stored?: object
  /** The server's answer to the request for the login methods. */
  answer?: () => Promise<Response>
} = {}): Promise<SocialKit> {
  const features = [{ id: 'social_login', isEnabled: logins.length > 0, config: logins }]
  const environment = createTestEnvironment({ fetch: answer ?? (() => Response.json({ features })) })
  if (stored) environment.storage.setItem(socialRecordKey, JSON.stringify(stored))
  const popup = createTestPopup({ environment, ...page })
  const kit = createWalletKit({
    environment,
    config: { wallet: { url: testWalletUrl, ...wallet }, ...(siwx && { siwx }) },
  })
  kit.frame.answers.socialStart = () => testAttempt
  kit.frame.answers.isConnected = () => ({ isConnected: true, isProtected: true })
  kit.frame.answers.getUser = () => socialUser
  kit.latchkey.social.prepare()
  kit.latchkey.email.prepare()
  await until(() => kit.latchkey.social.getState().providers !== undefined && kit.frame.hellos.length > 0)
  await settle()
  await environment.advance(frameReadyDelay)
  return { ...kit, popup, state: () => kit.latchkey.social.getState() }
}
